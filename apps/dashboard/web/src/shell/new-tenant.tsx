import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
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
  return (
    <div className={styles.lonely}>
      <Card
        title={another ? words.newTenant : words.noTenant}
        lead={another ? words.newTenantLead : words.noTenantLead}
      >
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
    </div>
  );
}
