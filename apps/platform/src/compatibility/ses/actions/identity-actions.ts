import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import type { DomainDetail } from '../../../domains/domain.js';
import type { TheirFields } from '../../frame/their-fields.js';
import { dkimTokensOf, isVerified } from '../identities/from-identity.js';
import { SesIdentities } from '../identities/ses-identities.js';
import { wholeNumberOf } from '../number-field.js';
import type { XmlValues } from '../ses-v1-xml.js';
import type { SesActions } from './ses-action.js';

const PAGE_MAX = 1_000;

/** Identities that one call may ask about. */
const ASKED_MAX = 100;

/** Actions about domains, which are identities. */
@Injectable()
export class IdentityActions {
  readonly actions: SesActions = {
    ListIdentities: { scope: 'domains:read', act: (form) => this.list(form) },
    GetIdentityVerificationAttributes: {
      scope: 'domains:read',
      act: async (form) => ({ VerificationAttributes: await this.each(form, verificationOf) }),
    },
    GetIdentityDkimAttributes: {
      scope: 'domains:read',
      act: async (form) => ({ DkimAttributes: await this.each(form, dkimOf) }),
    },
    VerifyDomainIdentity: {
      scope: 'domains:write',
      act: async (form) => ({ VerificationToken: tokenOf(await this.ensure(form)) }),
    },
    VerifyDomainDkim: {
      scope: 'domains:write',
      act: async (form) => ({ DkimTokens: dkimTokensOf(await this.ensure(form)) }),
    },
    DeleteIdentity: { scope: 'domains:write', act: (form) => this.delete(form) },
  };

  constructor(private readonly identities: SesIdentities) {}

  private async list(form: TheirFields): Promise<XmlValues> {
    const type = form.text('IdentityType');
    if (type !== undefined && type !== 'Domain' && type !== 'EmailAddress')
      throw form.invalid('IdentityType', 'must be Domain or EmailAddress');
    const limit = wholeNumberOf(form, 'MaxItems', { min: 1, max: PAGE_MAX, fallback: PAGE_MAX });
    const { items, NextToken } = await this.identities.list({ limit, token: form.text('NextToken') });
    // No address is an identity here.
    if (type === 'EmailAddress') return { Identities: [] };
    return { Identities: items.map(({ domain }) => domain.name), NextToken };
  }

  /** Values of those of the identities that the account has. */
  private async each(form: TheirFields, of: (detail: DomainDetail) => XmlValues): Promise<Map<string, XmlValues>> {
    const names = form.texts('Identities');
    if (names.length > ASKED_MAX) throw form.invalid('Identities', `must be at most ${ASKED_MAX}`);
    return new Map([...(await this.identities.named(names))].map(([name, detail]) => [name, of(detail)]));
  }

  private ensure(form: TheirFields): Promise<DomainDetail> {
    return this.identities.ensure(form.requiredText('Domain'));
  }

  /** SES answers alike for an identity that does not exist. */
  private async delete(form: TheirFields): Promise<XmlValues> {
    try {
      await this.identities.remove(form.requiredText('Identity'));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'NotFound') throw error;
    }
    return {};
  }
}

const statusOf = (detail: DomainDetail): string => (isVerified(detail) ? 'Success' : 'Pending');

const verificationOf = (detail: DomainDetail): XmlValues => ({
  VerificationStatus: statusOf(detail),
  VerificationToken: tokenOf(detail),
});

const dkimOf = (detail: DomainDetail): XmlValues => ({
  DkimEnabled: 'true',
  DkimVerificationStatus: statusOf(detail),
  DkimTokens: dkimTokensOf(detail),
});

/** Value of the record that proves the domain. */
const tokenOf = ({ records }: DomainDetail): string =>
  records.find(({ purpose }) => purpose === 'ownership')?.value ?? '';
