#!/usr/bin/env python3
"""A player that needs nothing but a seat's link: bot.py LINK [HOW MANY ANSWERS]. To make it better, begin with `choose`."""
import json, random, sys, time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PASSING = ("pass", "done", "decline")  # what it would rather not do, if it can do something else


def choose(prompt):
    """One of the legal answers. Each has an `id` in notation and a `label` in words."""
    doing = [option for option in prompt["options"] if option["id"] not in PASSING]
    return random.choice(doing or prompt["options"])["id"]


def ask(url, key, body=None):
    """The server's answer as (status, JSON): whatever cannot be done is explained in `error`."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    try:
        with urlopen(Request(url, data, headers), timeout=60) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


def play(link, answers):
    address, key = link.split("#")
    server, match = address.split("/match/")
    table = f"{server}/api/matches/{match}"
    status, joined = ask(f"{table}/join", key, {"name": "Example bot"})
    if status == 200:
        key = joined["key"]  # the link is void now; this key nobody else has
        print(f"{server}/match/{match}#{key}", flush=True)
    while answers > 0:
        status, page = ask(f"{table}/page", key)
        if status != 200:
            sys.exit(page["error"])
        if page["outcome"]:
            return print(page["outcome"]["sentence"])
        if not page["prompt"]:
            time.sleep(0.5)
            continue
        answer = {"sequence": page["sequence"], "choices": [choose(page["prompt"])]}
        status, page = ask(f"{table}/choices", key, answer)
        if status not in (200, 409, 429, 503):  # too late, too fast, too busy: look again
            sys.exit(page["error"])
        answers -= status == 200
        time.sleep(0 if status == 200 else 0.5)


if __name__ == "__main__":
    if len(sys.argv) < 2 or "#" not in sys.argv[1]:
        sys.exit("Say where to play: bot.py LINK, the whole link to a seat, with what stands behind its #.")
    play(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else sys.maxsize)
