import type { Entry, Topic } from './declarations.ts';

/** The reference of a library entry in Markdown: its names by topic, each with its comment and its declaration. */
export function referenceText({ name, comment, topics }: Entry): string {
  const contents = topics.map(
    ({ title, names }) =>
      `- [${title}](#${anchorOf(title)}): ${names.map((each) => `\`${each.name}\``).join(', ')}`,
  );
  const parts = [
    `# evalsmith/${name}`,
    comment,
    'Written from the built declarations by `npm run build && npx vitest run tuning/library -u`; not to be edited.',
    contents.join('\n'),
    ...topics.flatMap(topicParts),
  ];
  return `${parts.join('\n\n')}\n`;
}

function topicParts({ title, comment, names }: Topic): string[] {
  return [
    `## ${title}`,
    `${comment.charAt(0).toUpperCase()}${comment.slice(1)}`,
    ...names.flatMap((each) => [`### ${each.name}`, each.comment, `\`\`\`ts\n${each.signature}\n\`\`\``]),
  ];
}

/** What a heading is linked by. */
function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
