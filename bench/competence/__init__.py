"""How many everyday requests an agent fulfils with a real model; see docs/competence.md."""
