import { PageStyle } from './page-style.js';
import { PALETTE_CSS } from './palette.js';

const CSS = `${PALETTE_CSS}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:center;padding:1.5rem 1rem;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
header.service{display:flex;align-items:center;gap:.65rem;width:100%;max-width:25rem;margin:0 0 1rem;padding:0 .25rem;font-weight:650;overflow-wrap:anywhere}
header.service img{display:block;height:2.25rem;max-width:100%;object-fit:contain}
.initial{display:grid;place-items:center;flex:none;width:2.25rem;height:2.25rem;border-radius:.6rem;background:var(--accent);color:var(--accent-fg)}
main{width:100%;max-width:25rem;overflow-wrap:anywhere;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.5rem,6vw,2.25rem)}
h1{font-size:1.5rem;line-height:1.25;margin:0;text-wrap:balance}
.lead{margin:.35rem 0 1.5rem;color:var(--soft);overflow-wrap:anywhere}
.lead strong{color:var(--fg)}
h1+p:not(.lead){margin:.75rem 0 1.25rem}
.mark{display:grid;place-items:center;width:3rem;height:3rem;margin:0 0 1.15rem;border-radius:.9rem;background:var(--tint);color:var(--accent)}
.mark.good{background:var(--good-bg);color:var(--good)}
.mark.bad{background:var(--bad-bg);color:var(--bad)}
.mark svg{width:1.6rem;height:1.6rem;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
label{display:block;font-weight:600;margin:0 0 .35rem}
.hint{display:block;font-weight:400;color:var(--soft);font-size:.875rem}
input:not([type=hidden]){width:100%;min-height:2.875rem;margin:0 0 1.15rem;padding:.5rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--soft);border-radius:.6rem}
input[aria-invalid=true]{border-color:var(--bad)}
input:has(+.wrong){margin-bottom:.35rem!important}
input[readonly]{background:var(--bg);border-color:var(--line);color:var(--soft)}
.wrong{margin:0 0 1.15rem;color:var(--bad);font-size:.875rem;font-weight:600}
input.code{font:600 1.25rem/1.4 ui-monospace,SFMono-Regular,Menlo,monospace;letter-spacing:.15em}
strong.user-code{display:block;margin:.5rem 0 0;font:600 1.5rem/1.4 ui-monospace,SFMono-Regular,Menlo,monospace;letter-spacing:.15em}
button{width:100%;min-height:2.875rem;padding:.5rem 1rem;font:inherit;font-weight:600;border-radius:.6rem;border:1px solid var(--accent);background:var(--accent);color:var(--accent-fg);cursor:pointer}
a{color:var(--accent);text-underline-offset:.2em}
a.button{display:grid;place-items:center;min-height:2.875rem;padding:.5rem 1rem;font-weight:600;border-radius:.6rem;background:var(--accent);color:var(--accent-fg);text-decoration:none}
button:hover,a.button:hover{filter:brightness(1.08)}
button.quiet{background:transparent;color:var(--fg);border-color:var(--line);margin-top:.65rem}
button.link{width:auto;min-height:0;padding:.35rem .25rem;border:0;background:transparent;color:var(--accent);text-decoration:underline;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.problem{margin:0 0 1.25rem;padding:.75rem 1rem;border-radius:.6rem;border:1px solid var(--bad);background:var(--bad-bg);color:var(--bad);font-weight:600}
p.quote{margin:0 0 1.25rem;padding:.15rem 0 .15rem 1rem;border-left:3px solid var(--line);white-space:pre-line;overflow-wrap:anywhere}
ul{margin:0 0 1.25rem;padding:0;list-style:none}
li{padding:.6rem 0;border-bottom:1px solid var(--line)}
li:last-child{border-bottom:0}
.small{font-size:.875rem;color:var(--soft);margin:1.25rem 0 0;overflow-wrap:anywhere}
.aside{margin:1rem 0 0;text-align:center}
.aside .small{margin:0}
p+form{margin-top:1.25rem}
main>:last-child,main>p:last-child{margin-bottom:0}
fieldset{margin:0 0 1.25rem;padding:0;border:0}
legend{padding:0;margin:0 0 .35rem;font-weight:600}
label.choice{display:flex;gap:.75rem;align-items:flex-start;margin:0;padding:.7rem 0;border-bottom:1px solid var(--line);cursor:pointer}
label.choice:last-child{border-bottom:0}
label.choice input{flex:none;width:1.25rem;min-height:1.25rem;height:1.25rem;margin:.1rem 0 0;accent-color:var(--accent)}
label.choice span{flex:1}
nav.small{display:flex;gap:1rem;flex-wrap:wrap}
dl{margin:1rem 0 0;font-size:.875rem;color:var(--soft)}
dt{font-weight:600}
dd{margin:0 0 .5rem;overflow-wrap:anywhere}
@media(forced-colors:active){button{border:2px solid ButtonText}}
`;

/** The whole style of a page with one card: system fonts, the reader's choice of light or dark, one column at any width. */
export const CARD_STYLE = new PageStyle(CSS);

/** The same with the colours of a brand on the button and above the card. @param color `#rrggbb`, as is `onColor` */
export function brandedCardStyle(color: string, onColor: string): PageStyle {
  if (![color, onColor].every((one) => COLOR.test(one))) return CARD_STYLE;
  return new PageStyle(
    `${CSS}main{border-top:.3rem solid ${color}}button{background:${color};border-color:${color};color:${onColor}}.initial{background:${color};color:${onColor}}\n`,
  );
}

const COLOR = /^#[0-9a-f]{6}$/i;
