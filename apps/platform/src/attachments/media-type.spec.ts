import { describe, expect, it } from 'vitest';
import { mediaTypeOf } from './media-type.js';

describe('the media type of a file', () => {
  it.each([
    ['invoice.pdf', 'application/pdf'],
    ['Report.FINAL.XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['invite.ics', 'text/calendar'],
    ['drawing.dwg', 'image/vnd.dwg'],
  ])('of %s is %s', (name, type) => {
    expect(mediaTypeOf(name)).toBe(type);
  });

  it.each(['README.', 'data.unheardof', 'a.constructor', '.', ''])('of %j is that of any bytes', (name) => {
    expect(mediaTypeOf(name)).toBe('application/octet-stream');
  });
});
