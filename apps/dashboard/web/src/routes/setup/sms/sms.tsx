import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { addressesOf } from '#web/parts/lists-of-text.ts';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Cards, Screen } from '#web/parts/screen.tsx';
import { When } from '#web/parts/when.tsx';
import { SmppDialog, TwilioDialog } from './carrier-dialogs.tsx';
import { Senders } from './senders.tsx';
import { DeleteSmsCredentialDocument, SetSmsCountriesDocument, SmsDocument, type SmsQuery } from './sms.generated.ts';
import { useSmsWords } from './words.ts';

export default function Sms() {
  const words = useSmsWords();
  const read = useRead(SmsDocument, {});
  return (
    <Screen title={words.title} lead={words.lead}>
      <Senders />
      <Cards>
        <Card title={words.countries} lead={words.countriesLead}>
          <Result read={read} field="smsCountries" rows={2}>
            {(countries) => <Countries of={countries} />}
          </Result>
        </Card>
        <Card title={words.carrier} lead={words.carrierLead}>
          <Result read={read} field="smsCredentials" rows={2}>
            {(credentials) => <Carrier credentials={credentials} />}
          </Result>
        </Card>
      </Cards>
    </Screen>
  );
}

function Countries({ of }: { of: NonNullable<SmsQuery['smsCountries']> }) {
  const words = useSmsWords();
  const common = useCommon();
  const form = useForm({ initialValues: { countries: of.countries?.join(', ') ?? '' } });
  const save = useWrite(SetSmsCountriesDocument, common.saved, form);
  const submit = form.onSubmit(({ countries }) => {
    const list = addressesOf(countries.toUpperCase());
    void save.run({ input: { countries: list.length > 0 ? list : null } });
  });
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={words.countries}
        description={of.allowed ? words.allowed(of.allowed.join(', ')) : undefined}
        placeholder="BR, PT"
        {...form.getInputProps('countries')}
      />
      <FormButtons>
        <Button type="submit" loading={save.running}>
          {common.save}
        </Button>
      </FormButtons>
    </Form>
  );
}

function Carrier({ credentials }: { credentials: NonNullable<SmsQuery['smsCredentials']> }) {
  const words = useSmsWords();
  const [twilio, twilioDialog] = useDisclosure(false);
  const [smpp, smppDialog] = useDisclosure(false);
  const remove = useWrite(DeleteSmsCredentialDocument);
  return (
    <>
      {credentials.length === 0 ? (
        words.noCarrier
      ) : (
        <Rows
          label={words.carrier}
          rows={credentials}
          keyOf={({ id }) => id}
          columns={[
            { title: words.carrier, cell: ({ kind }) => <strong>{kind}</strong> },
            { title: words.account, cell: ({ account }) => account },
            { title: words.worked, cell: ({ lastWorkedAt }) => <When at={lastWorkedAt} /> },
            {
              title: '',
              width: '44px',
              actions: true,
              cell: ({ id, kind }) => (
                <RemoveButton what={kind} title={words.removeTitle(kind)} run={() => remove.run({ id })}>
                  {words.carrierLead}
                </RemoveButton>
              ),
            },
          ]}
        />
      )}
      <FormButtons>
        <Button variant="default" onClick={smppDialog.open}>
          {words.setSmpp}
        </Button>
        <Button variant="default" onClick={twilioDialog.open}>
          {words.setCarrier}
        </Button>
      </FormButtons>
      <TwilioDialog opened={twilio} close={twilioDialog.close} />
      <SmppDialog opened={smpp} close={smppDialog.close} />
    </>
  );
}
