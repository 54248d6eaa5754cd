import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBucket } from '#libs/core/storage';
import { S3Server } from '../../libs/core/storage/test-support/s3-server.js';
import { BucketBlobs, FileBlobs } from '../../scripts/backup/blob-places.js';
import { restoreBlobs, storeBlobs, verifyBlobs } from '../../scripts/backup/blobs.js';
import { Report } from '../../scripts/backup/report.js';

const report = new Report(() => undefined);

let s3: S3Server;
let home: string;
let backup: string;

beforeAll(async () => {
  s3 = await S3Server.start();
  s3.pageSize = 7;
  home = mkdtempSync(join(tmpdir(), 'bucket-blobs-'));
  backup = join(home, 'backup');
  const bucket = await openBucket(s3.urlOf('platform/blobs'));
  for (let n = 0; n < 40; n += 1) {
    const { hash, keep } = await bucket.stage([randomBytes(100)], 1_000);
    await keep(`acc_1/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`);
  }
  bucket.close();
});
afterAll(async () => {
  await s3?.stop();
  rmSync(home, { recursive: true, force: true });
});

const placeOf = (bucket: string) => BucketBlobs.open(s3.urlOf(bucket));

describe('blobs in a bucket', () => {
  it('are backed up with all others, and restored into a bucket or into files', async () => {
    const stored = await storeBlobs(await placeOf('platform/blobs'), 'platform', backup, report);
    expect(stored).toMatchObject({ blobs: 40, blobBytes: 4_000 });
    await verifyBlobs(backup, 'platform', stored, report);
    const copy = await placeOf('copy');
    expect(await copy.isEmpty()).toBe(true);
    await restoreBlobs(backup, 'platform', stored, copy, report);
    expect(s3.keysOf('copy').map((key) => `blobs/${key}`)).toEqual(s3.keysOf('platform'));
    const files = new FileBlobs(join(home, 'files'));
    await restoreBlobs(backup, 'platform', stored, files, report);
    const paths: string[] = [];
    for await (const path of files.list()) paths.push(path);
    expect(paths.toSorted()).toEqual(s3.keysOf('copy'));
    await Promise.all([copy, files].map((place) => place.clear()));
    expect([await copy.isEmpty(), await files.isEmpty()]).toEqual([true, true]);
  });

  it('are none where there is no bucket yet', async () => {
    expect(await storeBlobs(await placeOf('none'), 'none', backup, report)).toMatchObject({ blobs: 0 });
  });

  it('that were damaged are found, in the bucket and in the backup', async () => {
    const [key = ''] = s3.keysOf('platform');
    const file = join(backup, 'platform', key);
    appendFileSync(file, 'x');
    await expect((await placeOf('copy')).put(key, file)).rejects.toThrow('is not what was backed up');
    s3.overwrite('platform', key, Buffer.from('other'));
    const again = storeBlobs(await placeOf('platform/blobs'), 'again', backup, report);
    await expect(again).rejects.toThrow('is damaged');
  });
});
