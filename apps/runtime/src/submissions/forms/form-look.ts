import { pagePolicy, PageStyle } from '#libs/core/html';
import { blackOrWhite, type BrandKit, contrast, isDark, legible, mix } from '#libs/sites/sites';

/** Look of the pages of a tenant's forms. */
export interface FormLook {
  style: PageStyle;
  /** Their Content-Security-Policy: they send their form to the page that it came from. */
  policy: string;
  /** Name of the brand; empty if it has none. */
  name: string;
}

const CSS = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--ground:#f6f7f9;--card:#fff;--line:#8a929c;--accent:#1f5fbf;--link:#1f5fbf;--on:#fff;--wrong:#b3261e;--r:8px}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a6adb7;--ground:#131519;--card:#1d2026;--line:#767f8b;--accent:#8ab4f8;--link:#8ab4f8;--on:#1d2026;--wrong:#f2b8b5}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:34rem;background:var(--card);border:1px solid color-mix(in srgb,var(--line) 35%,transparent);border-top:4px solid var(--accent);border-radius:calc(var(--r)*1.6);padding:clamp(1.5rem,1rem + 3vw,2.5rem)}
.brand{margin:0 0 1.5rem;font-weight:700;font-size:1.125rem}
h1{margin:0 0 1rem;font-size:1.625rem;line-height:1.25;text-wrap:balance}
p{margin:0 0 1rem;overflow-wrap:anywhere;white-space:pre-line}
main>:last-child{margin-bottom:0}
a{color:var(--link)}
.field{margin:0 0 1.25rem;border:0;padding:0}
label,legend{display:block;margin-bottom:.35rem;font-weight:600;padding:0}
.choice{font-weight:400;display:flex;gap:.65rem;align-items:baseline}
input[type=checkbox],input[type=radio]{width:1.2rem;height:1.2rem;flex:none;accent-color:var(--accent)}
input:not([type=checkbox]):not([type=radio]),select,textarea{width:100%;min-height:3rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:var(--r);padding:.6rem .85rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
select option{color:#1b1f24}
[aria-invalid=true]{border-color:var(--wrong)!important;border-width:2px!important}
.wrong{color:var(--wrong);margin:.35rem 0 1rem;font-size:.9375rem}
.help{color:var(--soft);margin:.35rem 0 0;font-size:.9375rem}
button{width:100%;min-height:3rem;font:inherit;font-weight:600;border:0;border-radius:var(--r);padding:.7rem 1.25rem;background:var(--accent);color:var(--on);cursor:pointer}
.trap{position:absolute;left:-9999px}
`;

const WRONG = '#b3261e';

/** The look of the brand, with every text legible; a plain one, light or dark as the visitor has it, without a brand. */
export function lookOf(kit: BrandKit | null): FormLook {
  const style = new PageStyle(kit ? CSS + brandCss(kit) : CSS);
  return { style, policy: pagePolicy({ style, destinations: ["'self'"] }), name: kit?.name ?? '' };
}

function brandCss(kit: BrandKit): string {
  const { backgroundColor: card, surfaceColor: ground, primaryColor: accent, onPrimaryColor } = kit;
  const on = contrast(onPrimaryColor, accent) >= 4.5 ? onPrimaryColor : blackOrWhite(accent);
  const colors = {
    ink: legible(kit.textColor, [card], 7),
    soft: legible(mix(kit.textColor, card, 0.32), [card]),
    ground,
    card,
    line: legible(mix(card, kit.textColor, 0.45), [card], 3.1),
    accent,
    link: legible(accent, [card]),
    on,
    wrong: legible(WRONG, [card]),
  };
  const declared = Object.entries(colors).map(([name, color]) => `--${name}:${color}`);
  const scheme = isDark(card) ? 'dark' : 'light';
  return `:root:root{color-scheme:${scheme};${declared.join(';')};--r:${Math.round(kit.radius)}px}`;
}
