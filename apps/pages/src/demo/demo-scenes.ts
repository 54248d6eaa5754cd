/** The pictures of the demo page, drawn by code. All are SVG without text, so that no font of the machine shows in them. */

interface Wave {
  height: number;
  length: number;
  phase: number;
}

/** A range of hills: its mean height on the canvas, its waves, and its colours from the ridge to the foot. */
interface Range {
  y: number;
  waves: readonly Wave[];
  ridge: string;
  foot: string;
}

const wave = (height: number, length: number, phase: number): Wave => ({ height, length, phase });

const RANGES: readonly Range[] = [
  { y: 560, waves: [wave(54, 760, 0.4), wave(26, 310, 1.9), wave(7, 90, 0)], ridge: '#c9a79a', foot: '#e9cdb6' },
  { y: 660, waves: [wave(70, 900, 2.6), wave(30, 360, 0.3), wave(8, 110, 2)], ridge: '#a58b82', foot: '#d8bda6' },
  { y: 770, waves: [wave(64, 680, 4.1), wave(28, 280, 1.2), wave(7, 84, 1)], ridge: '#77776a', foot: '#b5a98f' },
  { y: 880, waves: [wave(58, 820, 0.9), wave(24, 330, 3.3), wave(6, 70, 3)], ridge: '#4d6153', foot: '#849379' },
  { y: 990, waves: [wave(46, 960, 5.2), wave(18, 400, 0.8)], ridge: '#2f4d3f', foot: '#4d6b55' },
];

const STEP = 10;

/** Hills at sunrise behind a plantation, 1280 × 1024. */
export function hillsAtDawn(): string {
  const [width, height] = [1600, 1280];
  const ranges = RANGES.map(
    ({ y, waves, ridge, foot }, index) =>
      gradient(`r${index}`, ridge, foot) + hill(width, height, y, waves, `url(#r${index})`),
  );
  const rows = Array.from({ length: 11 }, (_, index) => plantedRow(width, 1062 + index ** 1.55 * 7.2, index));
  return svg(
    width,
    height,
    `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7fa0a8"/><stop offset=".28" stop-color="#c3c1b0"/><stop offset=".52" stop-color="#f3cf9f"/><stop offset="1" stop-color="#f7dcb9"/></linearGradient>
<radialGradient id="glow"><stop stop-color="#fff4d6" stop-opacity=".95"/><stop offset=".25" stop-color="#ffe2a8" stop-opacity=".6"/><stop offset="1" stop-color="#ffd596" stop-opacity="0"/></radialGradient>
<rect width="${width}" height="${height}" fill="url(#sky)"/><circle cx="1060" cy="500" r="520" fill="url(#glow)"/><circle cx="1060" cy="500" r="92" fill="#fff6df"/>
${ranges.join('')}${gradient('field', '#23402f', '#15291e')}${hill(width, height, 1075, [wave(14, 1400, 1)], 'url(#field)')}${rows.join('')}`,
  );
}

/** A bag of coffee with a label of hills, 720 × 720. */
export function coffeeBag(look: { ground: string; bag: string; shade: string; label: string; sun: string }): string {
  const size = 900;
  const inLabel = RANGES.slice(1, 4).map(({ waves }, index) =>
    hill(300, 700, 575 + index * 34, waves.map(reduced), look.bag, 0.35 + index * 0.3, 300),
  );
  return svg(
    size,
    size,
    `<linearGradient id="side"><stop stop-color="${look.shade}"/><stop offset=".16" stop-color="${look.bag}"/><stop offset=".7" stop-color="${look.bag}"/><stop offset="1" stop-color="${look.shade}"/></linearGradient>
<radialGradient id="floor"><stop stop-color="#1b120c" stop-opacity=".42"/><stop offset="1" stop-color="#1b120c" stop-opacity="0"/></radialGradient>
<radialGradient id="wall" cx=".5" cy=".42" r=".75"><stop stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<rect width="${size}" height="${size}" fill="${look.ground}"/><rect width="${size}" height="${size}" fill="url(#wall)"/><ellipse cx="462" cy="792" rx="300" ry="44" fill="url(#floor)"/>
<path d="M268 176c-8 40-30 96-34 150-6 120-6 330 4 430 2 22 18 34 40 36 116 8 228 8 344 0 22-2 38-14 40-36 10-100 10-310 4-430-4-54-26-110-34-150z" fill="url(#side)"/>
<path d="M262 112h376l-2 66H264z" fill="${look.shade}"/><path d="M264 132h372" stroke="${look.bag}" stroke-width="4" stroke-dasharray="2 9"/>
<path d="M266 196c120 14 248 14 368 0" fill="none" stroke="${look.shade}" stroke-width="3" opacity=".6"/><path d="M250 330c10-40 22-70 30-118M650 330c-10-40-22-70-30-118" fill="none" stroke="${look.shade}" stroke-width="6" opacity=".35"/>
<circle cx="450" cy="258" r="17" fill="${look.shade}" opacity=".8"/><circle cx="450" cy="258" r="5" fill="${look.bag}"/>
<clipPath id="cut"><rect x="300" y="350" width="300" height="350" rx="16"/></clipPath>
<g clip-path="url(#cut)"><rect x="300" y="350" width="300" height="350" fill="${look.label}"/><circle cx="450" cy="520" r="58" fill="${look.sun}"/>${inLabel.join('')}</g>
<path d="M346 398h208M386 428h128" stroke="${look.shade}" stroke-width="10" stroke-linecap="round"/>`,
  );
}

const reduced = ({ height, length, phase }: Wave): Wave => wave(height * 0.34, length * 0.3, phase);

/** A row of bushes; rows that are nearer are larger and darker. */
function plantedRow(width: number, y: number, index: number): string {
  const radius = 6 + index * 2.6;
  const tones = ['#5d7f57', '#4d7049', '#3f6140'];
  let bushes = '';
  for (let x = -((index * 37) % 60); x < width + radius; x += radius * 1.52)
    bushes += `<ellipse cx="${round(x)}" cy="${round(y + Math.sin(x / 190 + index * 0.4) * 5)}" rx="${round(radius)}" ry="${round(radius * 0.74)}"/>`;
  return `<g fill="#13251b" opacity=".55" transform="translate(0 ${round(radius * 0.5)})">${bushes}</g><g fill="${tones[index % tones.length]}" opacity="${round(0.95 - index * 0.035)}">${bushes}</g>`;
}

function hill(
  width: number,
  height: number,
  y: number,
  waves: readonly Wave[],
  fill: string,
  opacity = 1,
  left = 0,
): string {
  let ridge = '';
  for (let x = 0; x <= width; x += STEP) {
    const rise = waves.reduce((sum, one) => sum + one.height * Math.sin((x / one.length) * 2 * Math.PI + one.phase), 0);
    ridge += `L${left + x} ${round(y - rise)}`;
  }
  return `<path d="M${left} ${height}${ridge}L${left + width} ${ridge.split(' ').at(-1)}V${height}z" fill="${fill}" opacity="${round(opacity)}"/>`;
}

const gradient = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset=".55" stop-color="${to}"/></linearGradient>`;

const round = (value: number): number => Math.round(value * 100) / 100;

/** Drawn with four fifths of the canvas's pixels: enough for sharp screens, and quickly encoded. */
const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 0.8}" height="${height * 0.8}">${content}</svg>`;
