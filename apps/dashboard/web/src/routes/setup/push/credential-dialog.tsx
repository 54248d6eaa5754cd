import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { SetApnsCredentialDocument, SetFcmCredentialDocument, SetVapidCredentialDocument } from './push.generated.ts';
import { usePushWords } from './words.ts';

const KINDS = ['fcm', 'apns', 'vapid'] as const;

const INITIAL = {
  kind: 'fcm' as (typeof KINDS)[number],
  serviceAccount: '',
  keyId: '',
  teamId: '',
  bundleId: '',
  environment: 'production',
  publicKey: '',
  privateKey: '',
  subject: '',
};

/** The keys of a service that carries push messages. */
export function CredentialDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const words = usePushWords();
  const common = useCommon();
  const form = useForm({
    initialValues: INITIAL,
    validate: {
      serviceAccount: (value, { kind }) => (kind !== 'fcm' || objectOf(value) ? null : words.notJson),
      privateKey: (value, { kind }) => (kind === 'fcm' || value ? null : words.need),
    },
  });
  const fcm = useWrite(SetFcmCredentialDocument, common.saved, form);
  const apns = useWrite(SetApnsCredentialDocument, common.saved, form);
  const vapid = useWrite(SetVapidCredentialDocument, common.saved, form);
  const save = ({
    kind,
    keyId,
    teamId,
    bundleId,
    environment,
    publicKey,
    privateKey,
    subject,
    ...rest
  }: typeof INITIAL) => {
    if (kind === 'fcm') return fcm.run({ input: { serviceAccount: objectOf(rest.serviceAccount) ?? {} } });
    if (kind === 'apns') return apns.run({ input: { keyId, teamId, bundleId, environment, privateKey } });
    return vapid.run({ input: { publicKey, privateKey, subject } });
  };
  const submit = form.onSubmit(async (values) => {
    if (!(await save(values))) return;
    form.reset();
    close();
  });
  const { kind } = form.values;
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.add}
      submit={common.save}
      running={fcm.running || apns.running || vapid.running}
      onSubmit={submit}
    >
      <NativeSelect
        label={words.kind}
        data={KINDS.map((value) => ({ value, label: words[value] }))}
        {...form.getInputProps('kind')}
      />
      {kind === 'fcm' && (
        <Textarea
          label={words.serviceAccount}
          autosize
          minRows={6}
          maxRows={12}
          {...form.getInputProps('serviceAccount')}
        />
      )}
      {kind === 'apns' && (
        <>
          <TextInput label={words.keyId} {...form.getInputProps('keyId')} />
          <TextInput label={words.teamId} {...form.getInputProps('teamId')} />
          <TextInput label={words.bundleId} {...form.getInputProps('bundleId')} />
        </>
      )}
      {kind === 'vapid' && (
        <>
          <TextInput label={words.publicKey} {...form.getInputProps('publicKey')} />
          <TextInput label={words.subject} placeholder="mailto:push@example.com" {...form.getInputProps('subject')} />
        </>
      )}
      {kind !== 'fcm' && (
        <Textarea label={words.privateKey} autosize minRows={3} {...form.getInputProps('privateKey')} />
      )}
    </FormDialog>
  );
}

/** The object that a text of JSON is; undefined if it is none. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
