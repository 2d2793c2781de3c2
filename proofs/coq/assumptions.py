"""Print what every theorem assumes, and fail on all but Coq's own integers and arrays.

`python3 assumptions.py FILE.v...`, once they are compiled: `Print Assumptions` is asked for each
`Theorem` of each file. `make` and `make theory` end with this.
"""

import re
import subprocess
import sys
from pathlib import Path

_PRIMITIVES = """
add sub mul div mod int land lor lxor lsl lsr ltb leb eqb compare head0 tail0 addc
add_spec sub_spec mul_spec div_spec mod_spec land_spec lor_spec lxor_spec lsl_spec lsr_spec
ltb_spec leb_spec eqb_spec eqb_correct eqb_refl compare_spec of_to_Z
array make get set get_make get_set_same get_set_other get_out_of_bounds default default_set
length length_set length_make leb_length get_copy copy length_copy max_length array_ext
"""
PRIMITIVES = frozenset(_PRIMITIVES.split())
"""What Coq's library states of its primitive integers and arrays, by name."""

HOMES = {"PrimInt63", "Uint63", "PArray"}
"""The files of the library that state them."""

CLOSED = "Closed under the global context"


def theorems(path: Path) -> list[str]:
    """Return the theorems of a file, each with the modules that it stands in.

    Raises:
        SystemExit: the file assumes something itself.
    """
    text = re.sub(r"\(\*.*?\*\)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    if bad := re.search(
        r"^\s*(Admitted|Axioms?|Parameters?|Conjecture|admit|Unset|#\[bypass)\b.*", text, re.M
    ):
        sys.exit(f"{path}: {bad[0].strip()}")
    home, found = [path.stem], []
    for kind, name in re.findall(r"^\s*(Module|Section|End|Theorem)\s+(\w+)", text, re.MULTILINE):
        if kind == "Module":
            home.append(name)
        elif kind == "End" and name == home[-1]:
            home.pop()
        elif kind == "Theorem":
            found.append(".".join([*home, name]))
    return found


def assumed(printed: str) -> list[str]:
    """Return the names that an answer of `Print Assumptions` lists.

    Raises:
        ValueError: it says something else, such as a definition that Coq did not check.
    """
    if printed.strip() == CLOSED:
        return []
    head, *lines = printed.strip().splitlines()
    names = [re.match(r"([\w.]+)(?: :|$)", line) for line in lines if not line.startswith(" ")]
    if head != "Axioms:" or not all(names):
        raise ValueError(printed)
    return [name[1] for name in names if name]


def is_primitive(name: str) -> bool:
    """Return whether a name is one of Coq's library for integers and arrays."""
    home, _, last = name.rpartition(".")
    return last in PRIMITIVES and home in HOMES


def main(files: list[str]) -> None:
    """Ask Coq, print a line for each theorem, and fail if one assumes more."""
    names = [name for file in files for name in theorems(Path(file))]
    asked = [f"From Toadstone Require {Path(file).stem}." for file in files]
    for name in names:
        # nothing is imported, so every name is printed with its file
        asked += [f"Print Assumptions Toadstone.{name}.", "Eval compute in tt."]
    script = Path("AskedAssumptions.v")
    script.write_text("\n".join(asked) + "\n", encoding="utf-8")
    ran = subprocess.run(
        ["coqc", "-Q", ".", "Toadstone", str(script)], capture_output=True, text=True, check=False
    )
    for path in Path().glob("*AskedAssumptions*"):
        path.unlink()
    if ran.returncode:
        sys.exit(ran.stderr)
    answers = ran.stdout.split("     = tt\n     : unit\n")[:-1]
    if len(answers) != len(names):
        sys.exit(f"{len(names)} theorems and {len(answers)} answers")
    wrong = 0
    for name, answer in zip(names, answers, strict=True):
        others = [each for each in assumed(answer) if not is_primitive(each)]
        says = CLOSED.lower() if not assumed(answer) else "Coq's integers and arrays"
        print(f"{name}: {says if not others else 'ASSUMES ' + ', '.join(others)}")
        wrong += bool(others)
    if wrong:
        sys.exit(f"{wrong} theorems assume more than Coq's integers and arrays")
    print(f"{len(names)} theorems, no axiom but those of Coq's integers and arrays")


if __name__ == "__main__":
    main(sys.argv[1:])
