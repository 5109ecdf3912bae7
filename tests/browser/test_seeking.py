"""Lists that load more at their end are looked through for what a step means."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

LIST = """<style>#box{height:200px;overflow:auto}.line{height:50px}</style><div id=box></div><script>
const add = () => { for (let n = 0; n < 5; n++) box.append(Object.assign(document.createElement('div'),
  {className: 'line', textContent: 'Cable ' + (box.childElementCount + 1)})); };
add();
// It comes while the list is scrolled on and stands at its end already.
box.onscroll = () => box.childElementCount < 20 && setTimeout(add, 100);
</script>"""
SEEK = "{ locators: [{ by: 'text', text: 'Cable 17' }], timeout: 20000 }"


async def test_what_a_list_loads_while_it_is_scrolled_to_its_end_is_looked_through(page: Page) -> None:
    await page.set_content(LIST)
    assert await page.evaluate(f"async () => {{ {inpage_source()}; return handrail.seeking({SEEK}); }}")


GRID = """<x-grid></x-grid><script>
customElements.define('x-grid', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({mode: 'open'}).innerHTML = `<div id=box style="height:200px;overflow:auto">
      <div style="height:2000px"><slot style="display:block;position:sticky;top:0"></slot></div></div>`;
    const box = this.shadowRoot.querySelector('div');
    const draw = () => {
      this.innerHTML = [1, 2, 3, 4].map((n) => `<p>Cable ${Math.round(box.scrollTop / 50) + n}</p>`).join('');
    };
    box.onscroll = draw;
    draw();
  }
});</script>"""


async def test_a_components_list_is_looked_through_whose_rows_the_page_gives_to_it(page: Page) -> None:
    await page.set_content(GRID)
    assert await page.evaluate(f"async () => {{ {inpage_source()}; return handrail.seeking({SEEK}); }}")
