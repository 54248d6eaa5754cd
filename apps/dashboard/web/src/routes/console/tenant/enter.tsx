import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { LogIn } from 'lucide-react';
import { useWrite } from '#web/graphql/use-write.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { beginSupport } from '#web/shell/support.ts';
import { EnterTenantDocument } from '../console.generated.ts';
import { useEnterWords } from './words.ts';

/** Looks at an account as support. The reason is in its audit log. */
export function Enter({ id, name }: { id: string; name: string }) {
  const words = useEnterWords();
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() ? null : words.need) },
  });
  const enter = useWrite(EnterTenantDocument, undefined, form);
  const submit = form.onSubmit(async (input) => {
    const session = (await enter.run({ id, input }))?.enterTenant;
    if (!session) return;
    beginSupport({ token: session.token, tenantId: session.tenantId, tenantName: name });
  });
  return (
    <>
      <Button onClick={open} leftSection={<LogIn size={16} aria-hidden />}>
        {words.enter}
      </Button>
      <FormDialog
        opened={opened}
        close={close}
        title={words.enter}
        submit={words.enter}
        running={enter.running}
        onSubmit={submit}
      >
        <div>{words.lead}</div>
        <TextInput label={words.reason} data-autofocus {...form.getInputProps('reason')} />
      </FormDialog>
    </>
  );
}
