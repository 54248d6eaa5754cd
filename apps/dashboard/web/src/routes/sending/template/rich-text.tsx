import { ActionIcon, Button, TextInput } from '@mantine/core';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Bold, Heading2, Italic, Link as LinkIcon, List, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTemplatesWords } from '../templates/words.ts';
import { useCommon } from '#web/i18n/common.ts';
import styles from './rich-text.module.css';

interface RichTextProps {
  html: string;
  change(html: string): void;
}

/** An editor of formatted text. */
export default function RichText({ html, change }: RichTextProps) {
  const words = useTemplatesWords();
  const common = useCommon();
  const [address, setAddress] = useState<string | null>(null);
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: { openOnClick: false } })],
    content: html,
    // Our policy takes no style that a script adds.
    injectCSS: false,
    editorProps: { attributes: { 'aria-label': words.editor, 'aria-multiline': 'true', role: 'textbox' } },
    onUpdate: ({ editor: changed }) => change(changed.getHTML()),
  });
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now?.isActive('bold') ?? false,
      italic: now?.isActive('italic') ?? false,
      heading: now?.isActive('heading') ?? false,
      list: now?.isActive('bulletList') ?? false,
      link: now?.isActive('link') ?? false,
    }),
  });
  const tools: readonly [keyof NonNullable<typeof on>, LucideIcon, () => void][] = [
    ['bold', Bold, () => editor?.chain().focus().toggleBold().run()],
    ['italic', Italic, () => editor?.chain().focus().toggleItalic().run()],
    ['heading', Heading2, () => editor?.chain().focus().toggleHeading({ level: 2 }).run()],
    ['list', List, () => editor?.chain().focus().toggleBulletList().run()],
    ['link', LinkIcon, () => setAddress(String(editor?.getAttributes('link')['href'] ?? 'https://'))],
  ];
  const setLink = () => {
    if (address) editor?.chain().focus().setLink({ href: address }).run();
    setAddress(null);
  };
  return (
    <div className={styles.editor}>
      <div className={styles.bar} role="toolbar" aria-label={words.content}>
        {tools.map(([name, Icon, run]) => (
          <ActionIcon
            key={name}
            variant={on?.[name] ? 'light' : 'subtle'}
            aria-label={words[name]}
            aria-pressed={on?.[name] ?? false}
            onClick={run}
          >
            <Icon size={16} />
          </ActionIcon>
        ))}
      </div>
      {address !== null && (
        <div className={styles.link}>
          <TextInput
            aria-label={words.linkAddress}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button onClick={setLink}>{words.link}</Button>
          <Button variant="default" onClick={() => setAddress(null)}>
            {common.cancel}
          </Button>
        </div>
      )}
      <EditorContent editor={editor} className={styles.text} />
    </div>
  );
}
