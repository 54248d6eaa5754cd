import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { ChangeTrackingRequest, TrackingView } from '../tracking-setting.dto.js';
import { TrackingSettingsService } from '../tracking-settings.service.js';

@Resolver(() => TrackingView)
export class TrackingSettingsResolver {
  constructor(private readonly settings: TrackingSettingsService) {}

  @Query(() => TrackingView, { nullable: true, description: 'What is tracked of e-mails that do not say themselves.' })
  @Session()
  async trackingSettings(): Promise<TrackingView> {
    return TrackingView.of(await this.settings.get(currentTenantId()));
  }

  @Mutation(() => TrackingView, {
    nullable: true,
    description: 'Chooses what is tracked of e-mails by default. What is absent stays.',
  })
  @Session({ role: 'admin' })
  async changeTrackingSettings(@Args('input') input: ChangeTrackingRequest): Promise<TrackingView> {
    return TrackingView.of(await this.settings.update(currentTenantId(), input.toFlags()));
  }
}
