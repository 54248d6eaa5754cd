import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { BY_NAME, LANGUAGES, languageNamed, setLanguage } from '#web/i18n/language.ts';
import { Badge } from '#web/parts/badge.tsx';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Cards, Screen } from '#web/parts/screen.tsx';
import { useAccountWords } from '../words.ts';
import {
  AddAddressDocument,
  MakePrimaryDocument,
  ProfileDocument,
  type ProfileQuery,
  RemoveAddressDocument,
  UpdateProfileDocument,
  VerifyAddressDocument,
} from './profile.generated.ts';

type Me = NonNullable<ProfileQuery['me']>;

export default function Profile() {
  const words = useAccountWords();
  const read = useRead(ProfileDocument, {});
  return (
    <Screen title={words.profile}>
      <Result read={read} field="me">
        {(me) => (
          <Cards>
            <Card title={words.profile}>
              <ProfileForm key={me.userId} name={me.name} timeZone={me.timeZone ?? ''} chosen={me.language} />
            </Card>
            <Card title={words.addresses} lead={words.addressesLead} flush>
              <Addresses me={me} />
            </Card>
          </Cards>
        )}
      </Result>
    </Screen>
  );
}

interface ProfileFormProps {
  name: string;
  timeZone: string;
  /** The language of mail; null if unknown. */
  chosen: string | null;
}

function ProfileForm({ name, timeZone, chosen }: ProfileFormProps) {
  const words = useAccountWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { name, timeZone, language: chosen ?? '' },
    validate: { name: (value) => (value.trim() ? null : words.need) },
  });
  const update = useWrite(UpdateProfileDocument, common.saved, form);
  const submit = form.onSubmit(async (values) => {
    // A language that was only guessed from the browser stays one that the next sign-in may change.
    const language = form.isDirty('language') && values.language ? values.language : undefined;
    const input = { name: values.name, timeZone: values.timeZone || undefined, language };
    if (!(await update.run({ input })) || !language) return;
    form.resetDirty();
    const ours = languageNamed(language);
    if (ours) setLanguage(ours);
  });
  return (
    <Form onSubmit={submit}>
      <TextInput label={common.name} autoComplete="name" {...form.getInputProps('name')} />
      <NativeSelect
        label={words.timeZone}
        data={[
          ...(timeZone ? [] : [{ value: '', label: words.timeZoneOfBrowser }]),
          ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone })),
        ]}
        {...form.getInputProps('timeZone')}
      />
      <NativeSelect
        label={words.language}
        description={words.languageHint}
        data={[
          ...(chosen ? [] : [{ value: '', label: '–' }]),
          ...Object.entries(BY_NAME).map(([value, tag]) => ({ value, label: LANGUAGES[tag] })),
        ]}
        {...form.getInputProps('language')}
      />
      <FormButtons>
        <Button type="submit" loading={update.running}>
          {common.save}
        </Button>
      </FormButtons>
    </Form>
  );
}

function Addresses({ me }: { me: Me }) {
  const words = useAccountWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (value.trim() ? null : words.need) },
  });
  const add = useWrite(AddAddressDocument, words.linkSent, form);
  const remove = useWrite(RemoveAddressDocument);
  const makePrimary = useWrite(MakePrimaryDocument, common.saved);
  const verify = useWrite(VerifyAddressDocument, words.linkSent);
  const submit = form.onSubmit(async (values) => {
    if (await add.run(values)) form.reset();
  });
  return (
    <>
      <Rows
        label={words.addresses}
        rows={me.emails}
        keyOf={({ id }) => id}
        columns={[
          { title: common.email, width: '3fr', cell: ({ email }) => <strong>{email}</strong> },
          {
            title: common.status,
            width: '130px',
            cell: ({ primary, verified }) =>
              primary ? (
                <Badge mood="good">{words.primary}</Badge>
              ) : (
                !verified && <Badge mood="warn">{words.unverified}</Badge>
              ),
          },
          {
            title: '',
            width: '150px',
            actions: true,
            cell: ({ id, email, primary, verified }) => (
              <>
                {!verified && (
                  <Button size="compact-sm" variant="subtle" onClick={() => void verify.run({ id })}>
                    {words.verify}
                  </Button>
                )}
                {verified && !primary && (
                  <Button size="compact-sm" variant="subtle" onClick={() => void makePrimary.run({ id })}>
                    {words.makePrimary}
                  </Button>
                )}
                {!primary && (
                  <RemoveButton what={email} title={words.removeTitle(email)} run={() => remove.run({ id })}>
                    {words.removeAddress}
                  </RemoveButton>
                )}
              </>
            ),
          },
        ]}
      />
      <div style={{ padding: 20 }}>
        <Form onSubmit={submit}>
          <TextInput label={words.addAddress} type="email" {...form.getInputProps('email')} />
          <FormButtons>
            <Button type="submit" variant="default" loading={add.running}>
              {words.addAddress}
            </Button>
          </FormButtons>
        </Form>
      </div>
    </>
  );
}
