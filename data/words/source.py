"""The source, read for what it says: its modules, the calls in them, and the words that an expression can be."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from data.words import FOLDER

ROOT = FOLDER.parent.parent
FACE, CORE = ROOT / "cogs", ROOT / "marriage_core"


@cache
def modules(*folders: Path) -> tuple[tuple[Path, ast.Module], ...]:
    """The modules under some folders that can reach the face, each with its path from the root."""
    paths = (path for folder in folders for path in sorted(folder.rglob("*.py")))
    return tuple((path.relative_to(ROOT), ast.parse(path.read_text("utf-8"))) for path in paths if _shown(path))


def trees(*folders: Path) -> tuple[ast.Module, ...]:
    """The same without paths."""
    return tuple(tree for _, tree in modules(*folders))


def _shown(path: Path) -> bool:
    """Whether a module can reach the face: a game of the core does once it has a panel."""
    game = path.relative_to(ROOT).parts[1]
    return not (CORE / game / "decide.py").exists() or CORE not in path.parents or (FACE / "panels" / game).exists()


def calls(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    """Calls of something by one of these names, with at least one argument by place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in names:
                yield node


def words_of(expression: ast.expr, function: ast.AST) -> Iterator[str]:
    """The words that an expression can be, by its branches and the assignments to its name in the same function."""
    match expression:
        case ast.Constant(value=str(word)):
            yield word
        case ast.IfExp(body=first, orelse=second):
            yield from words_of(first, function)
            yield from words_of(second, function)
        case ast.Name(id=name):
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and any(getattr(one, "id", None) == name for one in node.targets):
                    yield from words_of(node.value, function)
