import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** The class of an answer; `of` makes it from a row. */
export interface View<T, V extends object> extends Type<V> {
  of(item: T): V;
}

/** The answer of a page. */
export type PageView<Key extends string, V> = Record<Key, V[]> & { NextCursor: number; HasMore: boolean };

interface Page<T> {
  items: readonly T[];
  nextCursor: number;
  hasMore: boolean;
}

interface PageClass<Key extends string, T, V> extends Type<PageView<Key, V>> {
  of(page: Page<T>): PageView<Key, V>;
}

/**
 * The base class of a page with its views under `key`: `class TemplatePage extends pageOf('Templates', TemplateView) {}`.
 * `of` makes it from a repository's page.
 */
export function pageOf<Key extends string, T, V extends object>(key: Key, view: View<T, V>): PageClass<Key, T, V> {
  class PageOfViews {
    @ApiProperty({ type: 'integer', description: 'The cursor of the next page; 0 when there is none.' })
    NextCursor: number;

    @ApiProperty({ description: 'Whether there is a next page.' })
    HasMore: boolean;

    static of({ items, nextCursor, hasMore }: Page<T>): PageView<Key, V> {
      const views = { [key]: items.map((item) => view.of(item)) } as Record<Key, V[]>;
      return { ...views, NextCursor: nextCursor, HasMore: hasMore };
    }
  }
  ApiProperty({ type: [view] })(PageOfViews.prototype, key);
  return PageOfViews as unknown as PageClass<Key, T, V>;
}
