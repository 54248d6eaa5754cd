import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { PushCredentialView, SetApnsRequest, SetFcmRequest, SetVapidRequest } from '../push-credential.dto.js';
import type { PushCredential } from '../push-credential.entity.js';
import type { NewCredential } from '../push-credential.js';
import { PushCredentials } from '../push-credentials.service.js';

const CredentialArgument = knownArgument('id', PushCredentials, (credentials, id) =>
  credentials.find(currentTenantId(), id),
);

@Session({ role: 'admin' })
@Resolver(() => PushCredentialView)
export class PushCredentialsResolver {
  constructor(private readonly credentials: PushCredentials) {}

  @Query(() => [PushCredentialView], {
    nullable: true,
    description: "The account's own credentials of push services, one of each kind at most, without their secrets.",
  })
  async pushCredentials(): Promise<PushCredentialView[]> {
    return (await this.credentials.list(currentTenantId())).map((credential) => PushCredentialView.of(credential));
  }

  @Query(() => PushCredentialView, { nullable: true, description: 'One credential, without its secret.' })
  pushCredential(@CredentialArgument() credential: PushCredential): PushCredentialView {
    return PushCredentialView.of(credential);
  }

  @Mutation(() => PushCredentialView, {
    nullable: true,
    description: "Sets the account's own FCM service account, for Android devices and topics.",
  })
  setFcmCredential(@Args('input') input: SetFcmRequest): Promise<PushCredentialView> {
    return this.set(input.toCredential());
  }

  @Mutation(() => PushCredentialView, {
    nullable: true,
    description: "Sets the account's own key for APNs, for iOS devices.",
  })
  setApnsCredential(@Args('input') input: SetApnsRequest): Promise<PushCredentialView> {
    return this.set(input.toCredential());
  }

  @Mutation(() => PushCredentialView, {
    nullable: true,
    description: "Sets the account's own VAPID keys. Browsers that subscribed with other keys must subscribe again.",
  })
  setVapidCredential(@Args('input') input: SetVapidRequest): Promise<PushCredentialView> {
    return this.set(input.toCredential());
  }

  @Mutation(() => ID, {
    nullable: true,
    description: "Deletes a credential. The installation's is used from then on. Answers its id.",
  })
  async deletePushCredential(@CredentialArgument() credential: PushCredential): Promise<string> {
    await this.credentials.delete(credential);
    return credential.id;
  }

  private async set(credential: NewCredential): Promise<PushCredentialView> {
    return PushCredentialView.of(await this.credentials.set(currentTenantId(), credential));
  }
}
