import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import type { AlertRule } from '../alert-rule.entity.js';
import { toCondition } from '../alert.mapper.js';
import { AlertsService } from '../alerts.service.js';
import { AlertRequest } from '../dto/alert.requests.js';
import { AlertView } from '../dto/alert.responses.js';
import { PlatformAlertEventConnection, PlatformAlertEventConnectionArgs } from './alerts.types.js';

const RuleArgument = knownArgument('id', AlertsService, (alerts, id) => alerts.find(id));

@Operator()
@Resolver(() => AlertView)
export class AlertsResolver {
  constructor(private readonly alerts: AlertsService) {}

  @Query(() => [AlertView], { nullable: true, description: 'The rules about the platform. For operators.' })
  async platformAlerts(): Promise<AlertView[]> {
    return (await this.alerts.list()).map(AlertView.of);
  }

  @Query(() => AlertView, { nullable: true, description: 'One rule about the platform. For operators.' })
  platformAlert(@RuleArgument() rule: AlertRule): AlertView {
    return AlertView.of(rule);
  }

  @Query(() => PlatformAlertEventConnection, {
    nullable: true,
    description: 'When rules fired and recovered, newest first. For operators.',
  })
  platformAlertEvents(
    @Args() { rule, ...args }: PlatformAlertEventConnectionArgs,
  ): Promise<PlatformAlertEventConnection> {
    return PlatformAlertEventConnection.read(args, (page) => this.alerts.listEventsPage(rule, page));
  }

  @Mutation(() => AlertView, { nullable: true, description: 'Adds a rule about the platform.' })
  async createPlatformAlert(@Args('input') input: AlertRequest): Promise<AlertView> {
    return AlertView.of(await this.alerts.create(toCondition(input)));
  }

  @Mutation(() => AlertView, { nullable: true, description: 'Replaces a rule about the platform.' })
  async replacePlatformAlert(
    @RuleArgument() { id }: AlertRule,
    @Args('input') input: AlertRequest,
  ): Promise<AlertView> {
    return AlertView.of(await this.alerts.replace(id, toCondition(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Removes a rule about the platform. Answers its id.' })
  async deletePlatformAlert(@RuleArgument() { id }: AlertRule): Promise<string> {
    await this.alerts.delete(id);
    return id;
  }
}
