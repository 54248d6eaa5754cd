import { describe, expect, it } from 'vitest';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { ReplacedVersions } from './replaced-versions.js';
import { useStack } from '../../../../test/support/use-stack.js';

const HOUR_MS = 3_600_000;

const stack = useStack(pagesStack);

describe('a version that was replaced', () => {
  it('is known for as long as visitors may have it open, and then forgotten', async () => {
    const owner = await (await stack.createTenant()).session('owner');
    const { id } = (await owner.post('/v1/paginas', { titulo: 'Oferta' })).body;
    for (const action of ['publicar', 'despublicar'])
      expect((await owner.post(`/v1/paginas/${id}/${action}`)).status).toBe(200);
    const known = () => stack.sql('select version from replaced_version where page_id = $1', [id]);
    const replaced = stack.app.get(ReplacedVersions, { strict: false });
    await replaced.forgetAt(new Date(Date.now() + 24 * HOUR_MS));
    expect(await known()).toHaveLength(1);
    await replaced.forgetAt(new Date(Date.now() + 26 * HOUR_MS));
    expect(await known()).toEqual([]);
  });
});
