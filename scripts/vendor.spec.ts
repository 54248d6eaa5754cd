import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const VENDOR = resolve(import.meta.dirname, '../vendor');

interface VendorRecord {
  version: string;
  license: string;
  file: string;
  sha256: string;
}

describe.each(readdirSync(VENDOR))('the vendored files of %s', (name) => {
  const read = (file: string): Buffer => readFileSync(join(VENDOR, name, file));
  const record = JSON.parse(read('vendor.json').toString()) as VendorRecord;

  it('are what the package contains: changed by nothing but `npm run vendor`', () => {
    const content = read(record.file);
    expect(createHash('sha256').update(content).digest('hex')).toBe(record.sha256);
    expect(content.subarray(0, 1_000).toString()).toContain(record.version);
  });

  it('stand beside their licence', () => {
    expect(read('LICENSE').toString()).toContain(`${record.license} License`);
  });

  it('are no other files', () => {
    expect(readdirSync(join(VENDOR, name)).toSorted()).toEqual(['LICENSE', record.file, 'vendor.json'].toSorted());
  });
});
