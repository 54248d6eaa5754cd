import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { Copy } from '#web/parts/copy.tsx';
import { Form, FormButtons, FormDialog } from '#web/parts/dialogs.tsx';
import { PasswordField } from '#web/parts/password-field.tsx';
import { useAccountWords } from '../words.ts';
import {
  ConfirmTwoFactorDocument,
  DisableTwoFactorDocument,
  RenewRecoveryCodesDocument,
  type SecurityQuery,
  SetUpTwoFactorDocument,
  type SetUpTwoFactorMutation,
} from './security.generated.ts';
import styles from './two-factor.module.css';

/** What a password is asked for. */
type Wanted = 'setUp' | 'renew' | 'turnOff';
type SetUp = NonNullable<SetUpTwoFactorMutation['setUpTwoFactor']>;

export function TwoFactor({ state }: { state: NonNullable<SecurityQuery['twoFactor']> }) {
  const words = useAccountWords();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useWrite(SetUpTwoFactorDocument);
  const renew = useWrite(RenewRecoveryCodesDocument);
  const disable = useWrite(DisableTwoFactorDocument, words.turnedOff);
  const go = async (password: string): Promise<boolean> => {
    if (wanted === 'turnOff') return Boolean(await disable.run({ password }));
    if (wanted === 'renew') {
      const fresh = (await renew.run({ password }))?.renewRecoveryCodes;
      setCodes(fresh ?? null);
      return Boolean(fresh);
    }
    const begun = (await begin.run({ password }))?.setUpTwoFactor;
    setSetUp(begun ?? null);
    return Boolean(begun);
  };
  return (
    <div className={styles.parts}>
      <p>{state.confirmed ? words.twoFactorOn(number(state.recoveryCodesLeft)) : words.twoFactorOff}</p>
      <FormButtons>
        {state.confirmed ? (
          <>
            <Button variant="default" onClick={() => setWanted('renew')}>
              {words.renew}
            </Button>
            <Button variant="outline" color="bad" onClick={() => setWanted('turnOff')}>
              {words.turnOff}
            </Button>
          </>
        ) : (
          <Button onClick={() => setWanted('setUp')}>{words.setUp}</Button>
        )}
      </FormButtons>
      <AskPassword title={wanted ? words[wanted] : ''} opened={wanted !== null} close={() => setWanted(null)} go={go} />
      <Confirmation
        setUp={setUp}
        close={() => setSetUp(null)}
        done={(fresh) => {
          setSetUp(null);
          setCodes(fresh);
        }}
      />
      <Codes codes={codes} close={() => setCodes(null)} />
    </div>
  );
}

interface AskPasswordProps {
  title: string;
  opened: boolean;
  close(): void;
  go(password: string): Promise<boolean>;
}

function AskPassword({ title, opened, close, go }: AskPasswordProps) {
  const words = useAccountWords();
  const [running, setRunning] = useState(false);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value ? null : words.need) },
  });
  const submit = form.onSubmit(async ({ password }) => {
    setRunning(true);
    const done = await go(password);
    setRunning(false);
    form.reset();
    if (done) close();
  });
  return (
    <FormDialog opened={opened} close={close} title={title} submit={words.continue} running={running} onSubmit={submit}>
      <PasswordField
        label={words.currentPassword}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}

interface ConfirmationProps {
  setUp: SetUp | null;
  close(): void;
  done(codes: readonly string[]): void;
}

/** The picture for the phone, and the first code from it. */
function Confirmation({ setUp, close, done }: ConfirmationProps) {
  const words = useAccountWords();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (/^\d{6}$/.test(value.trim()) ? null : words.need) },
  });
  const confirm = useWrite(ConfirmTwoFactorDocument, undefined, form);
  const submit = form.onSubmit(async ({ code }) => {
    const codes = (await confirm.run({ code: code.trim() }))?.confirmTwoFactor;
    if (codes) done(codes);
  });
  return (
    <Modal opened={setUp !== null} onClose={close} title={words.setUp} closeOnClickOutside={false}>
      {setUp && (
        <Form onSubmit={submit}>
          <span>{words.scan}</span>
          <img className={styles.qr} src={pictureOf(setUp.qrCode)} alt={words.scan} />
          <span>{words.orType}</span>
          <Copy text={setUp.secret} block />
          <TextInput
            label={words.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            {...form.getInputProps('code')}
          />
          <FormButtons>
            <Button type="submit" loading={confirm.running}>
              {words.confirm}
            </Button>
          </FormButtons>
        </Form>
      )}
    </Modal>
  );
}

/** The address of a picture, which the API gives as an address or as SVG. */
export const pictureOf = (qrCode: string): string =>
  qrCode.startsWith('<') ? `data:image/svg+xml,${encodeURIComponent(qrCode)}` : qrCode;

function Codes({ codes, close }: { codes: readonly string[] | null; close: () => void }) {
  const words = useAccountWords();
  const common = useCommon();
  return (
    <Modal opened={codes !== null} onClose={close} title={words.recovery} closeOnClickOutside={false}>
      <div className={styles.parts}>
        <p>{words.recoveryLead}</p>
        <ul className={styles.codes}>
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Copy text={codes?.join('\n') ?? ''} />
        <FormButtons>
          <Button onClick={close}>{common.done}</Button>
        </FormButtons>
      </div>
    </Modal>
  );
}
