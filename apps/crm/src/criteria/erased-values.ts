import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { IdentifierKind } from '../identifiers/identifiers.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import type { Criterion, SealedText } from './criterion.js';
import { ERASED_INDEXES } from './erased-values.sql.js';
import { openSealed, sealedValues } from './read-criterion.js';

const KINDS: Readonly<Record<string, IdentifierKind>> = { email: 'email', telefone: 'phone' };

/**
 * Takes the e-mail addresses and telephone numbers of erased people out of criteria. Returns null if they have none. A criterion that
 * is left without a value is invalid from then on.
 */
export async function withoutErased(
  tx: SqlExecutor,
  tenantId: TenantId,
  cipher: TenantCipher,
  criteria: readonly Criterion[],
): Promise<Criterion[] | null> {
  const indexesOf = ({ field }: Criterion, sealed: SealedText) =>
    cipher.indexesOf(KINDS[field]!, openSealed(cipher, sealed));
  const indexes = criteria.flatMap((one) => sealedValues(one).flatMap((sealed) => indexesOf(one, sealed)));
  if (indexes.length === 0) return null;
  const rows = await many<{ blindIndex: Buffer }>(tx, ERASED_INDEXES, [tenantId, indexes]);
  if (rows.length === 0) return null;
  const erased = new Set(rows.map(({ blindIndex }) => blindIndex.toString('hex')));
  return criteria.map((one) => {
    const values = sealedValues(one);
    if (values.length === 0) return one;
    const value = values.filter((sealed) => !indexesOf(one, sealed).some((index) => erased.has(index.toString('hex'))));
    return { ...one, value };
  });
}
