import { Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { ITEM_CATALOGUE, ItemTypeView } from '../items.dto.js';

@Session()
@Resolver(() => ItemTypeView)
export class ItemsResolver {
  @Query(() => [ItemTypeView], {
    nullable: true,
    description: 'What a page may contain, with the JSON Schema of the props of each type.',
  })
  itemTypes(): ItemTypeView[] {
    return ITEM_CATALOGUE.itens;
  }
}
