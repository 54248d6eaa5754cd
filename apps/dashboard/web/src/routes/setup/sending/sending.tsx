import { Button, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Cards, Screen } from '#web/parts/screen.tsx';
import { useSession } from '#web/shell/session.ts';
import {
  ChangeBrandDocument,
  ChangeTrackingDocument,
  SendingSettingsDocument,
  type SendingSettingsQuery,
} from './sending.generated.ts';
import { useSendingWords } from './words.ts';

export default function Sending() {
  const words = useSendingWords();
  const { admin } = useSession();
  const read = useRead(SendingSettingsDocument, {});
  return (
    <Screen title={words.title} lead={words.lead}>
      {!admin && <p>{words.adminsOnly}</p>}
      <Cards>
        <Card title={words.tracking} lead={words.trackingLead}>
          <Result read={read} field="trackingSettings" rows={3}>
            {(settings) => <Tracking settings={settings} />}
          </Result>
        </Card>
        <Card title={words.brand} lead={words.brandLead}>
          <Result read={read} field="senderBrand" rows={5}>
            {(brand) => <Brand brand={brand} />}
          </Result>
        </Card>
      </Cards>
    </Screen>
  );
}

/** Each switch is saved by itself. */
function Tracking({ settings }: { settings: NonNullable<SendingSettingsQuery['trackingSettings']> }) {
  const words = useSendingWords();
  const common = useCommon();
  const { admin } = useSession();
  const save = useWrite(ChangeTrackingDocument, common.saved);
  return (
    <>
      {(['opens', 'clicks'] as const).map((name) => (
        <Switch
          key={name}
          mb="md"
          label={words[name]}
          description={words[`${name}Hint`]}
          checked={settings[name]}
          disabled={!admin || save.running}
          onChange={(event) => void save.run({ input: { [name]: event.currentTarget.checked } })}
        />
      ))}
    </>
  );
}

const COLOR = /^#[0-9a-f]{6}$/i;

function Brand({ brand }: { brand: NonNullable<SendingSettingsQuery['senderBrand']> }) {
  const words = useSendingWords();
  const common = useCommon();
  const { admin, tenant } = useSession();
  const form = useForm({
    initialValues: { name: brand.name ?? '', color: brand.color ?? '' },
    validate: { color: (value) => (value === '' || COLOR.test(value) ? null : words.colorWrong) },
  });
  const save = useWrite(ChangeBrandDocument, common.saved, form);
  const submit = form.onSubmit(({ name, color }) => {
    void save.run({ input: { name: name.trim() || null, color: color || null } });
  });
  const { color } = form.values;
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={common.name}
        description={words.nameHint}
        placeholder={tenant.name}
        readOnly={!admin}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={words.color}
        description={words.colorHint}
        placeholder="#1f4fd8"
        readOnly={!admin}
        {...form.getInputProps('color')}
      />
      <div>
        <Button component="span" aria-hidden color={COLOR.test(color) ? color : undefined} autoContrast>
          {words.confirm}
        </Button>
      </div>
      {admin && (
        <FormButtons>
          <Button type="submit" loading={save.running}>
            {common.save}
          </Button>
        </FormButtons>
      )}
    </Form>
  );
}
