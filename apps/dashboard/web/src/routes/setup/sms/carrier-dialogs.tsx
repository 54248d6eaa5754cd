import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { PasswordField } from '#web/parts/password-field.tsx';
import { SetSmppCredentialDocument, SetTwilioCredentialDocument } from './sms.generated.ts';
import { useSmsWords } from './words.ts';

interface DialogProps {
  opened: boolean;
  close(): void;
}

export function TwilioDialog({ opened, close }: DialogProps) {
  const words = useSmsWords();
  const common = useCommon();
  const need = (value: string) => (value ? null : words.need);
  const form = useForm({
    initialValues: { accountSid: '', authToken: '' },
    validate: { accountSid: need, authToken: need },
  });
  const save = useWrite(SetTwilioCredentialDocument, common.saved, form);
  const submit = form.onSubmit(async (input) => {
    if (!(await save.run({ input }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.setCarrier}
      submit={common.save}
      running={save.running}
      onSubmit={submit}
    >
      <TextInput label={words.account} autoComplete="off" data-autofocus {...form.getInputProps('accountSid')} />
      <PasswordField label={words.token} autoComplete="off" {...form.getInputProps('authToken')} />
    </FormDialog>
  );
}

/** The port of SMPP over TLS. */
const PORT = 3550;

export function SmppDialog({ opened, close }: DialogProps) {
  const words = useSmsWords();
  const common = useCommon();
  const need = (value: string) => (value.trim() ? null : words.need);
  const form = useForm({
    initialValues: { host: '', port: PORT as number | string, systemId: '', password: '', systemType: '', tls: true },
    validate: {
      host: need,
      systemId: need,
      password: need,
      port: (value) => (Number(value) >= 1 && Number(value) <= 65_535 ? null : words.need),
    },
  });
  const save = useWrite(SetSmppCredentialDocument, common.saved, form);
  const submit = form.onSubmit(async ({ port, systemType, ...values }) => {
    const input = { ...values, port: Number(port), systemType: systemType || undefined };
    if (!(await save.run({ input }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.setSmpp}
      submit={common.save}
      running={save.running}
      onSubmit={submit}
    >
      <TextInput label={words.host} autoComplete="off" data-autofocus {...form.getInputProps('host')} />
      <NumberInput label={words.port} min={1} max={65_535} hideControls {...form.getInputProps('port')} />
      <TextInput label={words.systemId} autoComplete="off" {...form.getInputProps('systemId')} />
      <PasswordField label={common.password} autoComplete="off" {...form.getInputProps('password')} />
      <TextInput label={words.systemType} description={words.systemTypeHint} {...form.getInputProps('systemType')} />
      <Checkbox label={words.tls} description={words.tlsHint} {...form.getInputProps('tls', { type: 'checkbox' })} />
    </FormDialog>
  );
}
