import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { Card } from '#web/parts/screen.tsx';
import { CreateTenantDocument } from './session.generated.ts';
import styles from './shell.module.css';
import { tenant } from './tenant.ts';
import { useShellWords } from './words.ts';

/** The first account of a user, or another one. */
export default function NewTenant({ another = false }: { another?: boolean }) {
  const words = useShellWords();
  const common = useCommon();
  const [name, setName] = useState('');
  const create = useWrite(CreateTenantDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const created = (await create.run({ input: { name } }))?.createTenant;
    if (!created) return;
    tenant.set(created.id);
    location.assign('/start');
  };
  const title = another ? words.newTenant : words.noTenant;
  useEffect(() => {
    document.title = `${title} · Service`;
  }, [title]);
  // Without an account it stands in place of the whole page, which has a main part then, too.
  const Part = another ? 'div' : 'main';
  return (
    <Part className={styles.lonely}>
      <Card>
        <h1>{title}</h1>
        <p className={styles.lonelyLead}>{another ? words.newTenantLead : words.noTenantLead}</p>
        <Form onSubmit={(event) => void submit(event)}>
          <TextInput
            label={common.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            required
          />
          <FormButtons>
            <Button type="submit" loading={create.running}>
              {words.newTenant}
            </Button>
          </FormButtons>
        </Form>
      </Card>
    </Part>
  );
}
