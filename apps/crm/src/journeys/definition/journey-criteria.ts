import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import type { Criterion, GivenCriterion } from '../../criteria/criterion.js';
import { ContactCriteria, type Criteria } from '../../criteria/contact-criteria.js';
import { openedValue, sealedValues } from '../../criteria/read-criterion.js';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import { invalid } from './journey-problems.js';

/** Criteria as the API takes and shows them. */
export interface GivenCriteria {
  criterios: readonly unknown[];
  conjuncao?: string;
}

/** Says whether the person opened, or followed a link of, the mail of a step of the same journey. */
export interface MailCriterion {
  did: 'opened' | 'clicked';
  step: number;
  /** False for those who did not. */
  holds: boolean;
}

export interface JourneyCriteria {
  conjunction: 'and' | 'or';
  /** Criteria about the contact; null if there are none. */
  contact: Criteria | null;
  mails: readonly MailCriterion[];
  /** As they were given, to be shown and to be judged anew. Values that `contact` keeps sealed are left out. */
  given: GivenCriteria;
}

const MAX_CRITERIA = 50;
const DEEDS: Readonly<Record<string, MailCriterion['did']>> = { abriu: 'opened', clicou: 'clicked' };
const IN_LIST = /criterios\[(\d+)\]/;

/** Reads the criteria of steps, exits and goals. */
@Injectable()
export class JourneyCriteriaReader {
  constructor(private readonly contacts: ContactCriteria) {}

  /**
   * @param path place of the criteria in the body, with the dot that follows it
   * @param mailSteps numbers of the steps that send mail
   * @throws Problem Unprocessable that names the place
   */
  async read(
    tx: EntityManager,
    tenantId: TenantId,
    given: GivenCriteria,
    path: string,
    mailSteps: ReadonlySet<number>,
  ): Promise<JourneyCriteria> {
    const { criterios, conjuncao = 'e' } = given;
    if (conjuncao !== 'e' && conjuncao !== 'ou') throw invalid(`${path}conjuncao`, 'conjuncao deve ser e ou ou.');
    if (criterios.length === 0) throw invalid(`${path}criterios`, 'Informe ao menos um critério.');
    if (criterios.length > MAX_CRITERIA) throw invalid(`${path}criterios`, `São no máximo ${MAX_CRITERIA} critérios.`);
    const mails: MailCriterion[] = [];
    /** Places of the criteria about the contact. */
    const places: number[] = [];
    for (const [index, one] of criterios.entries()) {
      const did = deedOf(one);
      if (did) mails.push(mailCriterion(one as GivenMailCriterion, did, `${path}criterios[${index}].`, mailSteps));
      else places.push(index);
    }
    const ofContact = { criterios: places.map((place) => criterios[place]), conjuncao: conjuncao as 'e' | 'ou' };
    const contact = places.length > 0 ? await this.ofContact(tx, tenantId, ofContact, path, places) : null;
    const stored: JourneyCriteria = {
      conjunction: conjuncao === 'ou' ? 'or' : 'and',
      contact,
      mails,
      given: { criterios, conjuncao },
    };
    return withoutSealed(stored);
  }

  /** The compiler of criteria counts without those about mails; the answer names the place in the body. */
  private async ofContact(
    tx: EntityManager,
    tenantId: TenantId,
    given: { criterios: unknown[]; conjuncao: 'e' | 'ou' },
    path: string,
    places: readonly number[],
  ): Promise<Criteria> {
    try {
      return await this.contacts.parse(tx, tenantId, given, path);
    } catch (error) {
      const campo = error instanceof Problem ? error.extra?.['campo'] : undefined;
      if (!(error instanceof Problem) || typeof campo !== 'string' || !campo.startsWith(path)) throw error;
      const within = campo.slice(path.length).replace(IN_LIST, (_, n: string) => `criterios[${places[Number(n)]}]`);
      throw invalid(path + within, error.message);
    }
  }
}

/** Takes e-mail addresses and telephone numbers out of what was given: they are kept sealed alone. */
function withoutSealed(criteria: JourneyCriteria): JourneyCriteria {
  return withValues(criteria, () => undefined);
}

/** Criteria with the sealed values where they were given. */
export function openCriteria(cipher: TenantCipher, criteria: JourneyCriteria): JourneyCriteria {
  return withValues(criteria, (criterion) => openedValue(cipher, criterion));
}

/** Says whether a value of the criteria is sealed, so that it takes a cipher to show them. */
export const hasSealed = ({ contact }: JourneyCriteria): boolean =>
  contact !== null && contact.criteria.some((one) => sealedValues(one).length > 0);

function withValues(criteria: JourneyCriteria, valueOf: (criterion: Criterion) => unknown): JourneyCriteria {
  if (!hasSealed(criteria)) return criteria;
  const ofContact = [...criteria.contact!.criteria];
  const criterios = criteria.given.criterios.map((one) => {
    const criterion = deedOf(one) ? undefined : ofContact.shift();
    if (!criterion || sealedValues(criterion).length === 0) return one;
    return { ...(one as GivenCriterion), valor: valueOf(criterion) };
  });
  return { ...criteria, given: { ...criteria.given, criterios } };
}

interface GivenMailCriterion {
  campo: string;
  operador?: unknown;
  valor?: unknown;
  passo?: unknown;
}

const MAIL_KEYS = ['campo', 'operador', 'valor', 'passo'];

function deedOf(criterion: unknown): MailCriterion['did'] | undefined {
  const campo = (criterion as Partial<GivenMailCriterion>).campo;
  return typeof campo === 'string' && Object.hasOwn(DEEDS, campo) ? DEEDS[campo] : undefined;
}

function mailCriterion(
  given: GivenMailCriterion,
  did: MailCriterion['did'],
  path: string,
  mailSteps: ReadonlySet<number>,
): MailCriterion {
  const { operador = 'igual', valor = true, passo } = given;
  const stray = Object.keys(given).find((key) => !MAIL_KEYS.includes(key));
  if (stray !== undefined) throw invalid(`${path}${stray}`, `${stray} não é um campo de um critério.`);
  if (operador !== 'igual') throw invalid(`${path}operador`, `operador deve ser igual em ${given.campo}.`);
  if (typeof valor !== 'boolean') throw invalid(`${path}valor`, `valor deve ser true ou false em ${given.campo}.`);
  if (typeof passo !== 'number' || !mailSteps.has(passo))
    throw invalid(`${path}passo`, 'passo deve ser o número de um passo que envia e-mail.');
  return { did, step: passo, holds: valor };
}
