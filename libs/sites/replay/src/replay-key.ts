import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { DataKey, type SecretBox } from '#libs/core/secrets';
import type { ReplayChunk } from './replay-chunk.entity.js';
import type { ReplaySession } from './replay-session.entity.js';

const PURPOSE = 'replay session';
const CONTENT = 'replay content';
const REGIONS = 'replay regions';

const unpack = promisify(gunzip);

type OwnKey = Pick<ReplaySession, 'tenantId' | 'id' | 'sealedKey'>;

/** Key of one recording. Its row has it sealed; with the row all that it seals is gone. */
export class ReplayKey {
  private constructor(
    private readonly key: DataKey,
    readonly sealed: string,
  ) {}

  static generate(secrets: SecretBox, { tenantId, id }: Omit<OwnKey, 'sealedKey'>): ReplayKey {
    const key = DataKey.generate();
    return new ReplayKey(key, secrets.seal(tenantId, `${PURPOSE} ${id}`, key.exportBytes()));
  }

  /** @throws UnknownKeyId, BrokenSeal */
  static of(secrets: SecretBox, { tenantId, id, sealedKey }: OwnKey): ReplayKey {
    return new ReplayKey(DataKey.fromBytes(secrets.openBytes(tenantId, `${PURPOSE} ${id}`, sealedKey)), sealedKey);
  }

  sealContent(gzip: Uint8Array): Buffer {
    return this.key.seal(CONTENT, Buffer.from(gzip));
  }

  sealRegions(regions: Buffer): Buffer {
    return this.key.seal(REGIONS, regions);
  }

  openRegions(sealed: Buffer): Buffer {
    return this.key.openBytes(REGIONS, sealed);
  }

  /** The events of a chunk as a JSON list. @throws BrokenSeal */
  async openContent({ content }: Pick<ReplayChunk, 'content'>): Promise<Buffer> {
    return unpack(this.key.openBytes(CONTENT, content));
  }
}
