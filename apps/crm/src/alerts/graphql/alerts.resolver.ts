import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { SecretBox } from '#libs/core/secrets';
import { filteredCursors } from '../../filtered-cursors.js';
import { UuidArgument } from '../../uuid-argument.js';
import { AlertsService, found } from '../alerts.service.js';
import { AlertObject } from '../dto/alert.object.js';
import { AlertRequest, toAlertValues } from '../dto/alert.request.js';
import { AlertEventConnection, AlertEventConnectionArgs } from './alert.types.js';

@Session()
@Resolver(() => AlertObject)
export class AlertsResolver {
  constructor(
    private readonly service: AlertsService,
    private readonly secrets: SecretBox,
  ) {}

  @Query(() => [AlertObject], { nullable: true, description: 'The alerts of the account, oldest first; at most 50.' })
  async alerts(): Promise<AlertObject[]> {
    const alerts = await this.service.list(currentTenantId());
    return alerts.map((alert) => AlertObject.of(alert));
  }

  @Query(() => AlertObject, { nullable: true, description: 'One alert of the account.' })
  async alert(@UuidArgument() id: string): Promise<AlertObject> {
    return AlertObject.of(found(await this.service.find(currentTenantId(), id)));
  }

  @Query(() => AlertEventConnection, {
    nullable: true,
    description: 'The changes of the states of alerts, newest first; those of deleted alerts, too.',
  })
  async alertEvents(@Args() args: AlertEventConnectionArgs): Promise<AlertEventConnection> {
    const tenantId = currentTenantId();
    const alertId = args.alerta_id;
    const cursors = filteredCursors(this.secrets, 'crm.alert-events', tenantId, { alertId });
    return AlertEventConnection.read(args, cursors, (page) => this.service.listEventsPage(tenantId, alertId, page));
  }

  @Mutation(() => AlertObject, { nullable: true, description: 'A new alert, which is evaluated each minute.' })
  async createAlert(@Args('input') input: AlertRequest): Promise<AlertObject> {
    return AlertObject.of(await this.service.create(currentTenantId(), toAlertValues(input)));
  }

  @Mutation(() => AlertObject, { nullable: true, description: 'Replaces an alert; if it changes, it is calm by it.' })
  async replaceAlert(@UuidArgument() id: string, @Args('input') input: AlertRequest): Promise<AlertObject> {
    return AlertObject.of(await this.service.replace(currentTenantId(), id, toAlertValues(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes an alert; its events stay. Answers its id.' })
  async deleteAlert(@UuidArgument() id: string): Promise<string> {
    await this.service.delete(currentTenantId(), id);
    return id;
  }
}
