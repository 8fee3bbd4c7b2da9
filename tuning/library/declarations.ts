// The public names of this package as the built declarations have them, read by the compiler's own interface. It is marked unstable:
// a new TypeScript may want changes here.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isClassDeclaration,
  isExportDeclaration,
  isIdentifier,
  isNamedExports,
  isTypeAliasDeclaration,
  ModifierFlags,
  type Node,
  type Statement,
  SyntaxKind,
} from 'typescript/unstable/ast';
import {
  API,
  type Checker,
  NodeBuilderFlags,
  type Program,
  type Project,
  type Symbol as Name,
  SymbolFlags,
} from 'typescript/unstable/sync';

/** A name that an entry exports. */
export interface PublicName {
  name: string;
  /** Its doc comment; empty where it has none. */
  comment: string;
  /** Its declaration, without what is private. */
  signature: string;
  /** What the declaration mentions that is neither public nor part of the language or of Node. */
  leaks: string[];
}

/** Names that belong together: a doc comment of the entry, `Title: text.`, begins a topic. */
export interface Topic {
  title: string;
  comment: string;
  names: PublicName[];
}

/** A library entry of the package. */
export interface Entry {
  /** As it is imported, after the name of the package and a slash. */
  name: string;
  comment: string;
  topics: Topic[];
}

/** Reads the entries of the package in a folder, which is built. */
export function readEntries(folder: string): Entry[] {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  const files = Object.entries(exports).flatMap(([key, entry]) =>
    typeof entry === 'string' ? [] : [{ name: key.slice('./'.length), file: join(folder, entry.types) }],
  );
  const room = mkdtempSync(join(tmpdir(), 'evalsmith-declarations-'));
  const config = join(room, 'tsconfig.json');
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023'],
    types: ['node'],
    typeRoots: [join(folder, 'node_modules', '@types')],
    strict: true,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: files.map(({ file }) => file) }));
  const api = new API({ cwd: room });
  try {
    const project = api.updateSnapshot({ openProject: config }).getProject(config)!;
    const reader = new Declarations(project);
    for (const { file } of files) reader.publish(file);
    return files.map(({ name, file }) => ({ name, ...reader.entryOf(file) }));
  } finally {
    api.close();
    rmSync(room, { recursive: true, force: true });
  }
}

const COMMENT = /\/\*\*([\s\S]*?)\*\//g;

class Declarations {
  private readonly program: Program;
  private readonly checker: Checker;
  private readonly names = new Set<string>();
  private readonly statements = new Set<Statement>();

  constructor({ program, checker }: Project) {
    this.program = program;
    this.checker = checker;
  }

  /** Makes the names of an entry public: any other may mention them. */
  publish(file: string): void {
    for (const { names } of this.exportsOf(file))
      for (const name of names) {
        this.names.add(name.name);
        for (const node of this.nodesOf(name)) this.statements.add(statementOf(node));
      }
  }

  entryOf(file: string): Omit<Entry, 'name'> {
    const topics: Topic[] = [];
    let entryComment = '';
    for (const { comments, names } of this.exportsOf(file)) {
      if (topics.length === 0) entryComment = comments.shift() ?? '';
      for (const comment of comments) {
        const [title, ...text] = comment.split(': ');
        topics.push({ title, comment: text.join(': '), names: [] });
      }
      if (topics.length === 0)
        throw new Error(`${file}: the first names have no topic; expected /** Title: text. */`);
      topics.at(-1)!.names.push(...names.map((name) => this.publicName(name)));
    }
    return { comment: entryComment, topics };
  }

  /** The export statements of an entry: the comments before each, and what its names stand for. */
  private exportsOf(file: string): { comments: string[]; names: Name[] }[] {
    const { checker } = this;
    const source = this.program.getSourceFile(file)!;
    return source.statements.map((statement) => {
      const clause = isExportDeclaration(statement) ? statement.exportClause : undefined;
      if (clause === undefined || !isNamedExports(clause))
        throw new Error(`${file}: ${statement.getText()}; expected export { … } from …`);
      const before = source.text.slice(statement.pos, statement.getStart());
      const names = clause.elements.map(({ name }) =>
        checker.getAliasedSymbol(checker.getSymbolAtLocation(name)!),
      );
      return { comments: Array.from(before.matchAll(COMMENT), ([, text]) => plain(text)), names };
    });
  }

  private nodesOf(name: Name): Node[] {
    return name.declarations.map((handle) => handle.resolve()!);
  }

  private publicName(name: Name): PublicName {
    const nodes = this.nodesOf(name);
    const leaks = nodes.flatMap((node) => this.leaksOf(node));
    const comment = plain(this.checker.getDocumentationCommentOfSymbol(name));
    // What a schema says is shown as the type that it comes to.
    if (leaks.length > 0 && isTypeAliasDeclaration(nodes[0])) {
      const text = this.expanded(name);
      return {
        name: name.name,
        comment,
        signature: `type ${name.name} = ${narrow(text)};`,
        leaks: this.strangersIn(text),
      };
    }
    const signature = nodes.map((node) => signatureOf(node)).join('\n');
    return { name: name.name, comment, signature, leaks: [...new Set(leaks)] };
  }

  private expanded(name: Name): string {
    const { NoTruncation, MultilineObjectLiterals, InTypeAlias, UseSingleQuotesForStringLiteralType } =
      NodeBuilderFlags;
    return this.checker.typeToString(
      this.checker.getDeclaredTypeOfSymbol(name),
      undefined,
      NoTruncation | MultilineObjectLiterals | InTypeAlias | UseSingleQuotesForStringLiteralType,
    );
  }

  /** The internal names that a declaration mentions outside what is private. */
  private leaksOf(declaration: Node): string[] {
    const mentioned: Node[] = [];
    const visit = (node: Node): void => {
      if (isIdentifier(node)) mentioned.push(node);
      if (!isPrivate(node)) node.forEachChild(visit);
    };
    visit(statementOf(declaration));
    return this.checker
      .getSymbolAtLocation(mentioned)
      .flatMap((name, i) => (name === undefined || this.isPublic(name) ? [] : [mentioned[i].getText()]));
  }

  private isPublic(name: Name): boolean {
    const meant = (name.flags & SymbolFlags.Alias) === 0 ? name : this.checker.getAliasedSymbol(name);
    return meant.declarations.every((handle) => {
      const node = handle.resolve()!;
      const file = node.getSourceFile();
      return (
        this.program.isSourceFileDefaultLibrary(file) ||
        file.fileName.includes('/node_modules/@types/node/') ||
        this.statements.has(statementOf(node))
      );
    });
  }

  /** The types that a text names and that are neither public nor global. */
  private strangersIn(text: string): string[] {
    const words = text.replaceAll(/'[^']*'|\w+\??:/g, '').match(/[A-Za-z_$][\w$.]*/g) ?? [];
    const strange = words.filter(
      (word) =>
        !KEYWORDS.has(word) &&
        !this.names.has(word) &&
        this.checker.resolveName(word, SymbolFlags.Type) === undefined,
    );
    return [...new Set(strange)];
  }
}

const KEYWORDS = new Set(
  'string number boolean null undefined unknown true false readonly typeof keyof'.split(' '),
);

/** The statement of a file that a node is in; a whole file, which a name may stand for too, is itself. */
function statementOf(node: Node): Statement {
  let at = node;
  while (at.parent !== undefined && at.parent.kind !== SyntaxKind.SourceFile) at = at.parent;
  return at as Statement;
}

function isPrivate(node: Node): boolean {
  const { modifierFlags = ModifierFlags.None } = node as { modifierFlags?: ModifierFlags };
  return (modifierFlags & ModifierFlags.Private) !== 0;
}

function signatureOf(declaration: Node): string {
  const statement = statementOf(declaration);
  const { text } = statement.getSourceFile();
  const end = statement.end;
  let from = statement.getStart();
  let signature = '';
  for (const { pos, end: after } of isClassDeclaration(statement)
    ? statement.members.filter(isPrivate)
    : []) {
    signature += text.slice(from, pos);
    from = after;
  }
  signature += text.slice(from, end);
  return narrow(signature.replace(/^(export )?(declare )?/, ''));
}

/** Indented by two. */
function narrow(text: string): string {
  return text.replaceAll(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 2));
}

/** A comment in one line for each paragraph, without its stars. */
function plain(comment: string): string {
  return comment
    .replaceAll(/^[ \t]*\*[ \t]?/gm, '')
    .trim()
    .replaceAll(/(?<!\n)\n(?!\n)\s*/g, ' ');
}
