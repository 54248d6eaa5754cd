import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { Copy } from '#web/parts/copy.tsx';
import { Tabs } from '#web/parts/tabs.tsx';
import { useSession } from '#web/shell/session.ts';
import { examples } from './examples.ts';
import { ApiAddressDocument, CreateFirstKeyDocument } from './start.generated.ts';
import { useStartWords } from './words.ts';

/** A test key, and programs that send with it. */
export function FirstKey() {
  const words = useStartWords();
  const { me, tenant, admin } = useSession();
  const [secret, setSecret] = useState<string | null>(null);
  const address = useRead(ApiAddressDocument, {});
  const create = useWrite(CreateFirstKeyDocument);
  const run = async () => {
    const input = { name: words.keyName, scopes: ['emails:send', 'emails:read'], environment: 'test' };
    setSecret((await create.run({ tenantId: tenant.id, input }))?.createApiKey?.secret ?? null);
  };
  const shown = examples({
    key: secret ?? 'sk_test_…',
    to: me.email,
    base: address.data?.pushSiteConfig?.apiBase ?? 'https://api.example.com',
  });
  return (
    <>
      <p>{words.keyLead}</p>
      {admin && !secret && (
        <div>
          <Button variant="default" onClick={() => void run()} loading={create.running}>
            {words.keyCreate}
          </Button>
        </div>
      )}
      <Tabs
        label={words.programs}
        tabs={shown.map(({ name, text }) => ({ name, title: name, content: <Copy text={text} block what={name} /> }))}
      />
    </>
  );
}
