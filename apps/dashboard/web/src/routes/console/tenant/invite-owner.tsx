import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useWrite } from '#web/graphql/use-write.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { InviteTenantOwnerDocument } from './tenant.generated.ts';
import { useInviteWords } from './words.ts';

/** Invites the owner of an account without a member, anew if the first invitation was lost or has ended. */
export function InviteOwner({ id }: { id: string }) {
  const words = useInviteWords();
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (value.trim() ? null : words.need) },
  });
  const invite = useWrite(InviteTenantOwnerDocument, words.invited, form);
  const submit = form.onSubmit(async ({ email }) => {
    if (!(await invite.run({ id, input: { email: email.trim() } }))) return;
    form.reset();
    close();
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.invite}
      </Button>
      <FormDialog
        opened={opened}
        close={close}
        title={words.invite}
        submit={words.invite}
        running={invite.running}
        onSubmit={submit}
      >
        <div>{words.lead}</div>
        <TextInput label={words.email} type="email" data-autofocus {...form.getInputProps('email')} />
      </FormDialog>
    </>
  );
}
