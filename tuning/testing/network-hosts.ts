// Hosts with a network of their own: namespaces of the kernel, each with a cable to a hub. Nothing of it touches the network of this
// machine.
import { execFileSync } from 'node:child_process';

/** A hub and hosts around it; as root, with iproute2 and nftables. */
export class NetworkHosts {
  readonly hub: string;
  private readonly prefix: string;
  private readonly hosts: number;

  /** `prefix` is what their names begin with on this machine, six letters at most. */
  constructor(prefix: string, hosts: number) {
    this.prefix = prefix;
    this.hub = `${prefix}-hub`;
    this.hosts = hosts;
    run('ip', 'netns', 'add', this.hub);
    this.inside(this.hub, 'ip', 'link', 'set', 'lo', 'up');
    for (let i = 1; i <= hosts; i++) {
      const name = this.name(i);
      run('ip', 'netns', 'add', name);
      this.inside(name, 'ip', 'link', 'set', 'lo', 'up');
      const cable = this.cable(i);
      run(
        'ip',
        'link',
        'add',
        cable,
        'netns',
        this.hub,
        'type',
        'veth',
        'peer',
        'name',
        cable,
        'netns',
        name,
      );
      for (const [place, address] of [
        [this.hub, this.hubAddress(i)],
        [name, `10.24.${i}.2`],
      ]) {
        this.inside(place, 'ip', 'address', 'add', `${address}/24`, 'dev', cable);
        this.inside(place, 'ip', 'link', 'set', cable, 'up');
      }
    }
  }

  /** The hub as a host sees it. */
  hubAddress(host: number): string {
    return `10.24.${host}.1`;
  }

  /** What runs a program on a host, or on the hub. */
  launcher(host: number | 'hub'): string[] {
    return ['ip', 'netns', 'exec', host === 'hub' ? this.hub : this.name(host)];
  }

  /** Pulls the cable of a host, or plugs it in. */
  setCable(host: number, state: 'up' | 'down'): void {
    this.inside(this.hub, 'ip', 'link', 'set', this.cable(host), state);
  }

  /** Loses a share of the packets that come to a host and to the hub from it. */
  lose(host: number, percent: number): void {
    for (const place of [this.name(host), this.hub]) {
      this.inside(
        place,
        'nft',
        `add table ip loss${host}; add chain ip loss${host} input { type filter hook input priority 0 ; }`,
      );
      const rule = `iifname ${this.cable(host)} numgen random mod 100 < ${percent} counter drop`;
      this.inside(place, 'nft', `add rule ip loss${host} input ${rule}`);
    }
  }

  /** Packets that were lost on their way to and from a host. */
  lost(host: number): number {
    const lists = [this.name(host), this.hub].map((place) =>
      this.inside(place, 'nft', `list table ip loss${host}`),
    );
    return lists.reduce((sum, list) => sum + Number(/packets (\d+)/.exec(list)![1]), 0);
  }

  remove(): void {
    for (let i = 1; i <= this.hosts; i++) run('ip', 'netns', 'del', this.name(i));
    run('ip', 'netns', 'del', this.hub);
  }

  private name(host: number): string {
    return `${this.prefix}-${host}`;
  }

  private cable(host: number): string {
    return `${this.prefix}v${host}`;
  }

  private inside(place: string, ...command: string[]): string {
    return run('ip', 'netns', 'exec', place, ...command);
  }
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });
}
