import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { OwnCarrierService } from '../own-carrier.service.js';
import { SetSmppRequest, SetTwilioRequest, SmsCredentialView } from '../sms-credential.dto.js';
import type { SmsCredential } from '../sms-credential.entity.js';
import { SmsCredentials } from '../sms-credentials.service.js';

const CredentialArgument = knownArgument('id', SmsCredentials, (credentials, id) =>
  credentials.findById(currentTenantId(), id),
);

@Session({ role: 'admin' })
@Resolver(() => SmsCredentialView)
export class SmsCredentialsResolver {
  constructor(
    private readonly credentials: SmsCredentials,
    private readonly carrier: OwnCarrierService,
  ) {}

  @Query(() => [SmsCredentialView], {
    nullable: true,
    description: "The account's own carrier of texts, without its secret; none if texts leave by the installation's.",
  })
  async smsCredentials(): Promise<SmsCredentialView[]> {
    const credential = await this.credentials.find(currentTenantId());
    return credential ? [this.carrier.view(credential)] : [];
  }

  @Query(() => SmsCredentialView, { nullable: true, description: 'The own carrier, without its secret.' })
  smsCredential(@CredentialArgument() credential: SmsCredential): SmsCredentialView {
    return this.carrier.view(credential);
  }

  @Mutation(() => SmsCredentialView, {
    nullable: true,
    description: 'Sets a carrier that speaks as Twilio does, in place of the one that is set. It is asked first.',
  })
  async setTwilioCredential(@Args('input') input: SetTwilioRequest): Promise<SmsCredentialView> {
    return this.carrier.view(await this.carrier.setTwilio(currentTenantId(), input));
  }

  @Mutation(() => SmsCredentialView, {
    nullable: true,
    description: 'Sets a carrier that speaks SMPP 3.4, in place of the one that is set. It is asked first.',
  })
  async setSmppCredential(@Args('input') input: SetSmppRequest): Promise<SmsCredentialView> {
    return this.carrier.view(await this.carrier.setSmpp(currentTenantId(), input));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes the own carrier. Texts that were accepted for it and have not left fail. Answers its id.',
  })
  async deleteSmsCredential(@CredentialArgument() credential: SmsCredential): Promise<string> {
    await this.credentials.delete(credential);
    return credential.id;
  }
}
