import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { FormDialog, Form, FormButtons } from '#web/parts/dialogs.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Cards, Screen } from '#web/parts/screen.tsx';
import { PasswordField } from '#web/parts/password-field.tsx';
import { useAccountWords } from '../words.ts';
import { ChangePasswordDocument, DeleteAccountDocument, SecurityDocument } from './security.generated.ts';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

export default function Security() {
  const words = useAccountWords();
  const read = useRead(SecurityDocument, {});
  return (
    <Screen title={words.security}>
      <Cards>
        <Card title={words.password}>
          <PasswordForm />
        </Card>
        <Card title={words.twoFactor}>
          <Result read={read} field="twoFactor" rows={3}>
            {(state) => <TwoFactor state={state} />}
          </Result>
        </Card>
      </Cards>
      <Card title={words.sessions} lead={words.sessionsLead} flush>
        <Result read={read} field="sessions">
          {(sessions) => <Sessions sessions={sessions} />}
        </Result>
      </Card>
      <Deletion />
    </Screen>
  );
}

function PasswordForm() {
  const words = useAccountWords();
  const need = (value: string) => (value ? null : words.need);
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { currentPassword: need, newPassword: need },
  });
  const change = useWrite(ChangePasswordDocument, words.passwordChanged, form);
  const submit = form.onSubmit(async (input) => {
    if (await change.run({ input })) form.reset();
  });
  return (
    <Form onSubmit={submit}>
      <PasswordField
        label={words.currentPassword}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <PasswordField label={words.newPassword} autoComplete="new-password" {...form.getInputProps('newPassword')} />
      <FormButtons>
        <Button type="submit" loading={change.running}>
          {words.changePassword}
        </Button>
      </FormButtons>
    </Form>
  );
}

function Deletion() {
  const words = useAccountWords();
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: { password: (value) => (value ? null : words.need) },
  });
  const remove = useWrite(DeleteAccountDocument, undefined, form);
  const submit = form.onSubmit(async ({ password, code }) => {
    if (await remove.run({ password, code: code || undefined })) location.assign('/auth/login');
  });
  return (
    <Card
      title={words.deletion}
      lead={words.deletionLead}
      actions={
        <Button variant="outline" color="bad" onClick={open}>
          {words.deletion}
        </Button>
      }
    >
      <FormDialog
        opened={opened}
        close={close}
        title={words.deletion}
        submit={words.deletion}
        running={remove.running}
        onSubmit={submit}
      >
        <div>{words.deletionLead}</div>
        <PasswordField label={words.password} autoComplete="current-password" {...form.getInputProps('password')} />
        <TextInput label={words.codeIfAny} autoComplete="one-time-code" {...form.getInputProps('code')} />
      </FormDialog>
    </Card>
  );
}
