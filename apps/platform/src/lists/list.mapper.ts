import type { Page } from '#libs/persistence';
import type { ListPageResponse, ListResponse, ListView } from './dto/list.responses.js';
import type { ContactList } from './list.js';

export function toListResponse(list: ContactList): ListResponse {
  return { List: toListView(list) };
}

export function toListPage({ items, nextCursor, hasMore }: Page<ContactList>): ListPageResponse {
  return { Lists: items.map(toListView), NextCursor: nextCursor, HasMore: hasMore };
}

function toListView(list: ContactList): ListView {
  return {
    Id: list.id,
    Name: list.name,
    Slug: list.slug,
    Description: list.description,
    MemberCount: list.memberCount,
    CreatedAt: list.createdAt.toISOString(),
    UpdatedAt: list.updatedAt.toISOString(),
  };
}
