"""Lets the players of the PyPI package `dominoes` play in the arena.

Reads one JSON question per line, and answers with one JSON play per line. The arena starts this program:

    arena --rules "Party Block 100 · partners · 7 tiles" --a expert \
          --b "external:python3 player.py bota_gorda" --rounds --deals 2000

The package knows one game: partnership Block with all 28 tiles dealt, seats 0 and 2 against 1
and 3. Only `omniscient` gets the true hands. For the others the hidden tiles are dealt
at random, because the package requires hands, but uses only their sizes and their union.
"""

import argparse
import json
import random
import sys

import dominoes


def domino(text):
    """A tile such as "6-4", its higher end first."""
    high, low = text.split("-")
    return dominoes.Domino(int(high), int(low))


def name_of(tile):
    """The text of a tile."""
    high, low = max(tile.first, tile.second), min(tile.first, tile.second)
    return f"{high}-{low}"


def every_tile():
    """All 28 tiles, as text."""
    return {f"{high}-{low}" for high in range(7) for low in range(high + 1)}


def hands_of(question, cheats):
    """All four hands: the true hands, or the player's own hand and random ones for the others."""
    if cheats:
        return [list(map(domino, hand)) for hand in question["hands"]]
    view = question["view"]
    own = view["own"]
    played = {laid["tile"] for laid in view["layout"]}
    hidden = sorted(every_tile() - played - set(own["hand"]))
    random.shuffle(hidden)
    hands = []
    for seat, size in enumerate(view["board"]["hand_sizes"]):
        if seat == own["seat"]:
            hands.append(list(map(domino, own["hand"])))
        else:
            hands.append([domino(hidden.pop()) for _ in range(size)])
    return hands


def game_of(question, cheats):
    """The position as a game of the package."""
    view = question["view"]
    own = view["own"]
    board, moves = dominoes.Board(), []
    for seen in view["history"]:
        if seen["type"] == "passed":
            moves.append(None)
        elif seen["type"] == "played":
            joint = seen["joint"]
            left = joint is None or joint["arm"] == "a"
            board.add(domino(seen["tile"]), left)
            moves.append((domino(seen["tile"]), left))
    hands = [dominoes.Hand(hand) for hand in hands_of(question, cheats)]
    leader = view["board"]["leader"]
    game = dominoes.Game(board, hands, moves, own["seat"], (), leader, None)
    offered = own["placements"]
    # If two ends are equal, the package offers a tile at only one of them.
    ends = {(offer["tile"], offer["arm"] != "b"): offer for offer in offered}
    same = len({end["pips"] for end in view["board"]["ends"]}) == 1
    game.valid_moves = tuple(
        (domino(tile), left)
        for tile, left in ends
        if left or not same or (tile, True) not in ends
    )
    return game


def player_of(arguments):
    """The player with a name in the package, and whether it gets the true hands."""
    players = dominoes.players
    if arguments.player in ("bota_gorda", "double"):
        return getattr(players, arguments.player), False
    settings = {"start_move": arguments.start_move, "player": players.bota_gorda}
    if arguments.player == "omniscient":
        return players.omniscient(**settings), True
    samples = {"sample_size": arguments.samples}
    return players.probabilistic_alphabeta(**settings, **samples), False


def main():
    """Answers until there are no more questions."""
    parser = argparse.ArgumentParser()
    names = ["bota_gorda", "double", "probabilistic_alphabeta", "omniscient"]
    parser.add_argument("player", choices=names)
    parser.add_argument("--start-move", type=int, default=10, help="search from this move on")
    parser.add_argument("--samples", type=int, default=10, help="hands for each decision")
    arguments = parser.parse_args()
    random.seed(0)
    player, cheats = player_of(arguments)
    for line in sys.stdin:
        question = json.loads(line)
        game = game_of(question, cheats)
        # In positions that are too early for the search, the heaviest tile is played first.
        dominoes.players.bota_gorda(game)
        player(game)
        tile, left = game.valid_moves[0]
        led = bool(question["view"]["layout"])
        arm = ("a" if left else "b") if led else None
        print(json.dumps({"tile": name_of(tile), "arm": arm}), flush=True)


if __name__ == "__main__":
    main()
