import { escapeHtml, Html } from '#libs/core/html';

/** Drawings of ours in the colours of the section: `a` brand, `n` on the brand, `f` weak brand, `k` card, `d` line, `w` muted. */
export const ILLUSTRATION_STYLE = `.il{width:100%;height:auto}.il .a{fill:var(--p)}.il .n{fill:var(--o)}.il .f{fill:var(--s)}.il .k{fill:var(--c)}.il .d{fill:var(--l)}.il .w{fill:var(--m)}.il .h{fill:var(--h)}.il .g{fill:var(--k)}.il .z{fill:none;stroke:var(--p);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}.il .y{fill:none;stroke:var(--o);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}.il .v{fill:none;stroke:var(--l);stroke-width:2}`;

/** A rounded rectangle. */
const box = (tone: string, x: number, y: number, width: number, height: number, radius = 8) =>
  `<rect class="${tone}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;
const disc = (tone: string, x: number, y: number, radius: number) =>
  `<circle class="${tone}" cx="${x}" cy="${y}" r="${radius}"/>`;
const path = (tone: string, d: string) => `<path class="${tone}" d="${d}"/>`;
/** Lines of text, each a bar. */
const lines = (tone: string, x: number, y: number, widths: readonly number[], step = 22, height = 10) =>
  widths.map((width, index) => box(tone, x, y + index * step, width, height, height / 2)).join('');
/** A framed surface. */
const sheet = (x: number, y: number, width: number, height: number, radius = 18) =>
  `${box('d', x - 2, y - 2, width + 4, height + 4, radius + 2)}${box('k', x, y, width, height, radius)}`;
const bars = (tone: string, x: number, base: number, heights: readonly number[], width = 26, gap = 16) =>
  heights.map((height, index) => box(tone, x + index * (width + gap), base - height, width, height, 6)).join('');
const tick = (x: number, y: number, tone = 'y') => path(tone, `M${x - 8} ${y}l6 6 11-12`);

const BACKDROP = `${disc('f', 330, 220, 200)}${disc('f', 96, 392, 46)}${disc('f', 560, 84, 30)}`;

const DRAWINGS = {
  livro:
    BACKDROP +
    box('d', 222, 66, 226, 338, 12) +
    box('k', 214, 62, 226, 338, 12) +
    box('a', 196, 54, 226, 338, 12) +
    '<rect class="h" x="196" y="54" width="22" height="338" rx="8" opacity=".18"/>' +
    lines('n', 246, 104, [132, 96], 30, 16) +
    lines('n', 246, 182, [70], 20, 8) +
    path('y', 'M250 312l38-44 32 26 48-62') +
    disc('n', 368, 232, 8) +
    lines('n', 246, 346, [84], 20, 8) +
    sheet(420, 250, 128, 96) +
    lines('w', 440, 274, [62, 88, 46], 20, 8) +
    disc('g', 118, 138, 34) +
    tick(118, 138),
  painel:
    sheet(44, 48, 552, 360) +
    box('d', 44, 88, 552, 2, 0) +
    disc('d', 70, 68, 7) +
    disc('d', 92, 68, 7) +
    disc('d', 114, 68, 7) +
    box('f', 66, 112, 112, 274, 12) +
    box('a', 82, 132, 80, 12, 6) +
    lines('d', 82, 172, [64, 76, 54, 70, 60], 28, 10) +
    box('f', 200, 112, 116, 78, 12) +
    box('f', 332, 112, 116, 78, 12) +
    box('f', 464, 112, 110, 78, 12) +
    lines('w', 216, 130, [50], 20, 8) +
    lines('w', 348, 130, [44], 20, 8) +
    lines('w', 480, 130, [52], 20, 8) +
    box('h', 216, 152, 66, 18, 6) +
    box('h', 348, 152, 52, 18, 6) +
    box('a', 480, 152, 70, 18, 6) +
    path('v', 'M204 250h368M204 296h368M204 342h368') +
    bars('a', 218, 384, [54, 86, 70, 112, 96, 138, 124, 150]) +
    path('z', 'M222 300l42-28 42 12 42-38 42 14 42-34 42 8 42-30'),
  celular:
    BACKDROP +
    box('h', 216, 28, 214, 404, 36) +
    box('k', 226, 38, 194, 384, 28) +
    box('h', 290, 48, 66, 14, 7) +
    box('a', 244, 84, 158, 110, 18) +
    lines('n', 260, 106, [62, 94], 24, 10) +
    box('n', 260, 158, 70, 20, 10) +
    box('f', 244, 210, 72, 76, 16) +
    box('f', 330, 210, 72, 76, 16) +
    disc('g', 280, 240, 16) +
    disc('g', 366, 240, 16) +
    lines('d', 262, 266, [36], 16, 8) +
    lines('d', 348, 266, [36], 16, 8) +
    lines('d', 284, 316, [112, 84], 20, 9) +
    disc('f', 262, 326, 14) +
    lines('d', 284, 366, [96, 112], 20, 9) +
    disc('f', 262, 376, 14) +
    sheet(62, 150, 130, 78) +
    disc('a', 96, 189, 18) +
    tick(96, 189) +
    lines('w', 124, 176, [50, 36], 20, 8) +
    sheet(452, 262, 138, 88) +
    bars('a', 474, 332, [20, 34, 28, 48], 16, 10),
  transmissao:
    BACKDROP +
    sheet(70, 58, 500, 312) +
    box('a', 92, 80, 300, 196, 14) +
    disc('n', 242, 152, 36) +
    path('n', 'M172 276a70 62 0 0 1 140 0z') +
    box('f', 408, 80, 140, 88, 12) +
    disc('g', 478, 112, 16) +
    path('g', 'M446 168a32 30 0 0 1 64 0z') +
    box('f', 408, 184, 140, 92, 12) +
    disc('g', 478, 218, 16) +
    path('g', 'M446 276a32 30 0 0 1 64 0z') +
    lines('d', 92, 304, [250], 20, 10) +
    box('a', 92, 304, 120, 10, 5) +
    disc('a', 212, 309, 11) +
    lines('w', 92, 334, [70], 20, 9) +
    box('a', 476, 318, 72, 30, 15) +
    lines('n', 494, 329, [36], 20, 8) +
    sheet(440, 350, 150, 66) +
    lines('w', 460, 370, [98, 66], 20, 9),
  calendario:
    BACKDROP +
    sheet(136, 74, 372, 322) +
    path('a', 'M136 92a18 18 0 0 1 18-18h336a18 18 0 0 1 18 18v56H136z') +
    lines('n', 166, 104, [128], 20, 14) +
    box('h', 206, 52, 12, 44, 6) +
    box('h', 426, 52, 12, 44, 6) +
    [0, 1, 2, 3]
      .map((row) => [0, 1, 2, 3, 4].map((column) => box('f', 164 + column * 66, 174 + row * 54, 50, 38, 10)).join(''))
      .join('') +
    box('a', 296, 228, 50, 38, 10) +
    tick(320, 247) +
    box('d', 164, 336, 50, 38, 10) +
    sheet(432, 300, 152, 104) +
    disc('g', 466, 338, 16) +
    lines('w', 494, 326, [66, 46], 22, 9) +
    lines('d', 452, 378, [112], 20, 9),
  conversa:
    BACKDROP +
    sheet(90, 70, 320, 128) +
    path('k', 'M140 196v44l50-44z') +
    disc('a', 138, 122, 24) +
    lines('w', 178, 104, [190, 150, 96], 26, 11) +
    box('a', 236, 238, 316, 136, 22) +
    path('a', 'M500 372v44l-54-44z') +
    lines('n', 268, 272, [240, 204, 150], 28, 12) +
    disc('g', 520, 140, 40) +
    path('y', 'M500 140l14 14 28-30'),
  prato:
    BACKDROP +
    disc('d', 320, 230, 172) +
    disc('n', 320, 230, 169) +
    disc('d', 320, 230, 120) +
    disc('f', 320, 230, 118) +
    disc('a', 296, 214, 62) +
    disc('g', 372, 262, 44) +
    path('n', 'M262 206c22-30 62-30 72-4-28 8-52 12-72 4z') +
    path('h', 'M366 176c34-12 58 10 54 36-28 2-50-10-54-36z') +
    path('z', 'M92 88v70a26 26 0 0 0 52 0V88M118 88v290') +
    path('z', 'M540 378V88c-34 18-46 70-40 130h40'),
  curso:
    sheet(72, 60, 496, 336) +
    box('a', 94, 82, 296, 180, 14) +
    disc('n', 242, 172, 38) +
    path('g', 'M232 152l32 20-32 20z') +
    lines('h', 94, 288, [196], 20, 16) +
    lines('d', 94, 322, [280, 240, 180], 22, 10) +
    [0, 1, 2, 3]
      .map(
        (row) =>
          box('f', 412, 82 + row * 74, 134, 58, 12) +
          disc(row < 2 ? 'a' : 'd', 438, 111 + row * 74, 13) +
          (row < 2
            ? path('y', `M432 ${111 + row * 74}l5 5 8-10`).replace('class="y"', 'class="y" stroke-width="3"')
            : '') +
          lines('w', 462, 99 + row * 74, [66, 44], 18, 8),
      )
      .join(''),
  carta:
    BACKDROP +
    box('d', 126, 156, 392, 244, 20) +
    sheet(168, 54, 304, 230) +
    box('a', 194, 82, 96, 14, 7) +
    lines('d', 194, 118, [252, 224, 252, 160], 24, 10) +
    path('a', 'M126 186l196 128 196-128v194a20 20 0 0 1-20 20H146a20 20 0 0 1-20-20z') +
    path('h', 'M126 390l150-112 46 30 46-30 150 112').replace('class="h"', 'class="h" opacity=".16"') +
    disc('g', 500, 110, 38) +
    tick(500, 110),
  foguete:
    BACKDROP +
    path('k', 'M320 40c62 44 92 112 92 196 0 34-8 66-20 92H248c-12-26-20-58-20-92 0-84 30-152 92-196z') +
    path('a', 'M320 40c30 22 53 49 68 82H252c15-33 38-60 68-82z') +
    disc('g', 320, 204, 36) +
    disc('f', 320, 204, 22) +
    path('a', 'M228 236c-46 26-62 68-60 124l80-40zM412 236c46 26 62 68 60 124l-80-40z') +
    path('z', 'M288 352v44M320 352v72M352 352v44') +
    lines('d', 66, 178, [70, 46], 24, 10) +
    lines('d', 510, 208, [76, 50], 24, 10),
  grafico:
    sheet(70, 60, 500, 340) +
    lines('h', 102, 94, [150], 20, 16) +
    lines('w', 102, 124, [96], 20, 9) +
    path('v', 'M102 190h436M102 250h436M102 310h436M102 368h436') +
    bars('f', 122, 368, [60, 92, 80, 128, 116, 164, 190], 36, 24) +
    path('z', 'M138 306l62-34 60 14 62-50 60 10 62-46 58-38') +
    disc('a', 502, 162, 11) +
    box('a', 438, 96, 100, 36, 18) +
    lines('n', 462, 109, [52], 20, 10),
} as const;

export type IllustrationName = keyof typeof DRAWINGS;

export const ILLUSTRATION_NAMES = Object.keys(DRAWINGS) as IllustrationName[];

/** @param description what it shows; decoration without one */
export function illustration(name: IllustrationName, description: string | undefined): Html {
  const role = description === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${escapeHtml(description)}"`;
  return new Html(
    `<svg class="il" viewBox="0 0 640 460" width="640" height="460" ${role} focusable="false">${DRAWINGS[name]}</svg>`,
  );
}
