import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Read } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Form, FormButtons, FormDialog } from '#web/parts/dialogs.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Cards } from '#web/parts/screen.tsx';
import { downloadByPost } from '#web/parts/download.ts';
import { PasswordField } from '#web/parts/password-field.tsx';
import { useSession } from '#web/shell/session.ts';
import {
  DeleteTenantDocument,
  RenameTenantDocument,
  RestoreTenantDocument,
  type TenantQuery,
} from './members.generated.ts';
import { useMembersWords } from './words.ts';

/** The name of an account, its export and its end. */
export function Settings({ read, tenantId }: { read: Read<TenantQuery>; tenantId: string }) {
  const words = useMembersWords();
  const { admin, tenant } = useSession();
  return (
    <Cards>
      {admin && (
        <Card title={words.settings}>
          <Result read={read} field="tenant" rows={2}>
            {({ id, name }) => <Rename key={id} name={name} tenantId={tenantId} />}
          </Result>
        </Card>
      )}
      <Card title={words.export} lead={words.exportLead}>
        {tenant.role === 'owner' ? <Export tenantId={tenantId} /> : words.ownersOnly}
      </Card>
      {tenant.role === 'owner' && <Deletion tenantId={tenantId} waits={tenant.deletesAt != null} />}
    </Cards>
  );
}

function Export({ tenantId }: { tenantId: string }) {
  const words = useMembersWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const [running, setRunning] = useState(false);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value ? null : words.need) },
  });
  const submit = form.onSubmit(async ({ password }) => {
    setRunning(true);
    const path = `/rest/platform/api/tenants/${tenantId}/export`;
    const done = await downloadByPost(path, { Password: password }, `${tenantId}.tar.gz`);
    setRunning(false);
    if (done) close();
    else form.setFieldError('password', words.exportRefused);
  });
  return (
    <FormButtons>
      <Button variant="default" onClick={open}>
        {words.download}
      </Button>
      <FormDialog
        opened={opened}
        close={close}
        title={words.export}
        submit={words.download}
        running={running}
        onSubmit={submit}
      >
        <div>{words.exportLead}</div>
        <PasswordField label={common.password} autoComplete="current-password" {...form.getInputProps('password')} />
      </FormDialog>
    </FormButtons>
  );
}

function Rename({ name, tenantId }: { name: string; tenantId: string }) {
  const words = useMembersWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() ? null : words.need) },
  });
  const rename = useWrite(RenameTenantDocument, common.saved, form);
  return (
    <Form onSubmit={form.onSubmit((input) => void rename.run({ tenantId, input }))}>
      <TextInput label={words.rename} {...form.getInputProps('name')} />
      <FormButtons>
        <Button type="submit" loading={rename.running}>
          {common.save}
        </Button>
      </FormButtons>
    </Form>
  );
}

function Deletion({ tenantId, waits }: { tenantId: string; waits: boolean }) {
  const words = useMembersWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value ? null : words.need) },
  });
  const remove = useWrite(DeleteTenantDocument, undefined, form);
  const restore = useWrite(RestoreTenantDocument, words.restored);
  const submit = form.onSubmit(async ({ password }) => {
    if (await remove.run({ tenantId, password })) close();
  });
  return (
    <Card title={words.deletion} lead={words.deletionLead}>
      <FormButtons>
        {waits ? (
          <Button onClick={() => void restore.run({ tenantId })} loading={restore.running}>
            {words.restore}
          </Button>
        ) : (
          <Button variant="outline" color="bad" onClick={open}>
            {words.deletion}
          </Button>
        )}
      </FormButtons>
      <FormDialog
        opened={opened}
        close={close}
        title={words.deletion}
        submit={words.deletion}
        running={remove.running}
        onSubmit={submit}
      >
        <div>{words.deletionLead}</div>
        <PasswordField label={common.password} autoComplete="current-password" {...form.getInputProps('password')} />
      </FormDialog>
    </Card>
  );
}
