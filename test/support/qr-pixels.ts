const SCALE = 4;

/** The picture of a QR code that is drawn as unit squares of an SVG path, for a decoder. */
export function qrPixels(svg: string): { width: number; height: number; data: Uint8Array } {
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const width = modules * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  const squares = [...svg.matchAll(/([Mm])(\d+) ?(-?\d+)h1v1/g)];
  let [x, y] = [0, 0];
  for (const [, command, right, down] of squares) {
    [x, y] = command === 'M' ? [Number(right), Number(down)] : [x + Number(right), y + Number(down)];
    for (let row = y * SCALE; row < (y + 1) * SCALE; row += 1) {
      for (let column = x * SCALE; column < (x + 1) * SCALE; column += 1) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return { width, height: width, data };
}
