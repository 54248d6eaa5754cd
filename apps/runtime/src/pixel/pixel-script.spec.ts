import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { PIXEL_SCRIPT } from './pixel-script.js';

it('the pixel is under 5 KB, compressed', () => {
  expect(gzipSync(PIXEL_SCRIPT).length).toBeLessThan(5_000);
});

it('the pixel needs no policy that a strict page has not: it makes no element, and evaluates nothing', () => {
  expect(PIXEL_SCRIPT).not.toMatch(/\beval\b|new Function|createElement|innerHTML|document\.write|localStorage/);
});
