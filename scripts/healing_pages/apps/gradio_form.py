"""Gradio's own interface around one function."""

from pathlib import Path


def main(port: int, folder: Path) -> None:
    import gradio

    def quote(name: str, nights: int, berth: str, power: bool, extras: list[str], note: str) -> str:
        return f"{name}: {nights} nights at {berth}"

    gradio.Interface(
        quote,
        [gradio.Textbox(label="Ship"), gradio.Slider(1, 30, step=1, label="Nights"),
         gradio.Dropdown(["North quay", "South quay", "Pier 4"], label="Berth"), gradio.Checkbox(label="Shore power"),
         gradio.CheckboxGroup(["Water", "Waste", "Laundry"], label="Extras"), gradio.Textbox(label="Note", lines=3)],
        gradio.Textbox(label="Quote"), title="Berth quote",
        examples=[["Aurora", 3, "North quay", True, ["Water"], ""], ["Doris", 12, "Pier 4", False, [], "late"]],
    ).launch(server_name="127.0.0.1", server_port=port)  # fmt: skip
