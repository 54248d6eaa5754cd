import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { UuidArgument } from '../../uuid-argument.js';
import { CustomFieldsService } from '../custom-fields.service.js';
import {
  CreateCustomFieldRequest,
  CustomFieldObject,
  toCustomFieldChanges,
  toCustomFieldValues,
  UpdateCustomFieldRequest,
} from '../custom-field.dto.js';

@Resolver(() => CustomFieldObject)
export class CustomFieldsResolver {
  constructor(private readonly fields: CustomFieldsService) {}

  @Query(() => [CustomFieldObject], {
    nullable: true,
    description: 'The fields that the account has added to its contacts, in the order in which they were made.',
  })
  @Session()
  async customFields(): Promise<CustomFieldObject[]> {
    const fields = await this.fields.list(currentTenantId());
    return fields.map((field) => CustomFieldObject.of(field));
  }

  @Query(() => CustomFieldObject, { nullable: true, description: 'One field of the account.' })
  @Session()
  async customField(@UuidArgument() id: string): Promise<CustomFieldObject> {
    const field = await this.fields.find(currentTenantId(), id);
    if (!field) throw new Problem('NotFound');
    return CustomFieldObject.of(field);
  }

  @Mutation(() => CustomFieldObject, { nullable: true, description: 'A new field of contacts, by an admin.' })
  @Session({ role: 'admin' })
  async createCustomField(@Args('input') input: CreateCustomFieldRequest): Promise<CustomFieldObject> {
    return CustomFieldObject.of(await this.fields.create(currentTenantId(), toCustomFieldValues(input)));
  }

  @Mutation(() => CustomFieldObject, {
    nullable: true,
    description: 'Changes a field, by an admin. Contacts keep values that are no options any more.',
  })
  @Session({ role: 'admin' })
  async updateCustomField(
    @UuidArgument() id: string,
    @Args('input') input: UpdateCustomFieldRequest,
  ): Promise<CustomFieldObject> {
    return CustomFieldObject.of(await this.fields.update(currentTenantId(), id, toCustomFieldChanges(input)));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Deletes a field, by an admin; its values go from the contacts a little later. Answers its id.',
  })
  @Session({ role: 'admin' })
  async deleteCustomField(@UuidArgument() id: string): Promise<string> {
    await this.fields.delete(currentTenantId(), id);
    return id;
  }
}
