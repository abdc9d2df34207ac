"""How many interactions a second the playground carries: ``python -m tests.playground.speed [people] [each]``.

The playground runs in a process of its own, the bot (no library, an ephemeral answer to everything) and the people
share this one. Prints the server's CPU time an interaction besides, which does not depend on the other two.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import aiohttp

from playground.driver import Outcome, Person

ROOT = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
ANSWER = b'{"type":4,"data":{"content":"pong","flags":64}}'


def cpu_seconds(process: int) -> float:
    """CPU time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_mb(process: int) -> float:
    """Memory a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def answer_all(base: str, session: aiohttp.ClientSession, ready: asyncio.Event) -> None:
    """The bot."""
    token = {"Authorization": "Bot playground"}
    async with session.get(f"{base}/api/v10/users/@me", headers=token) as response:
        me = await response.json()
    body = [{"name": "ping", "description": "Pings"}]
    async with session.put(f"{base}/api/v10/applications/{me['id']}/commands", json=body, headers=token):
        pass
    socket = await session.ws_connect(base.replace("http", "ws") + "/gateway/", compress=0)
    await socket.receive()
    await socket.send_json({"op": 2, "d": {"token": "playground", "intents": 1}})
    running: set[asyncio.Task[None]] = set()

    async def answer(interaction: dict[str, str]) -> None:
        url = f"{base}/api/v10/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
        async with session.post(url, data=ANSWER, headers={"Content-Type": "application/json"}) as response:
            await response.read()

    async for frame in socket:
        event = frame.json()
        if event.get("t") == "READY":
            ready.set()
        elif event.get("t") == "INTERACTION_CREATE":
            task = asyncio.create_task(answer(event["d"]))
            running.add(task)
            task.add_done_callback(running.discard)


async def measure(people: int, each: int) -> None:
    """Starts everything, lets all people run a command over and over, prints the figures."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "playground", "--port", "0", cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    base = (await server.stdout.readline()).decode().split()[-1].rstrip("/")
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        ready = asyncio.Event()
        bot = asyncio.create_task(answer_all(base, session, ready))
        await ready.wait()
        crowd = [
            await Person.login(base, f"person {n}", session=session, channels=[], state=False) for n in range(people)
        ]
        outcomes: list[Outcome] = []

        async def play(person: Person) -> None:
            for _ in range(each):
                outcomes.append(await person.command("ping", channel="marriage", timeout=60))

        used, began = cpu_seconds(server.pid), time.monotonic()
        await asyncio.gather(*(play(person) for person in crowd))
        took = time.monotonic() - began
        used = cpu_seconds(server.pid) - used
        waits = sorted(outcome.seconds for outcome in outcomes)
        print(f"{len(outcomes)} interactions of {people} people in {took:.1f} s: {len(outcomes) / took:.0f} a second")
        print(f"server: {1000 * used / len(outcomes):.3f} ms of CPU each, {resident_mb(server.pid):.0f} MB")
        print(f"answered after {1000 * waits[len(waits) // 2]:.1f} ms (median), {1000 * waits[-1]:.1f} ms at most")
        print(f"failed: {sum(outcome.kind != 'message' for outcome in outcomes)}")
        for person in crowd:
            await person.close()
        bot.cancel()
    server.terminate()
    await server.wait()


if __name__ == "__main__":
    asyncio.run(measure(*(int(value) for value in (sys.argv[1:] + ["50", "100"][len(sys.argv) - 1 :]))))
