#!/usr/bin/env bash
# A real Slurm on this host for tests (Debian: slurm-wlm, munge; as root): slurmctld, slurmd and a queue `debug`.
#   one-host.sh start DIR CONTROL_PORT NODE_PORT     prints the SLURM_CONF to export once jobs can run
#   one-host.sh stop DIR
set -euo pipefail
dir=$(mkdir -p "$2" && cd "$2" && pwd)
host=$(hostname -s)

if [ "$1" = stop ]; then
  for name in slurmd slurmctld; do
    pid=$(cat "$dir/$name.pid" 2>/dev/null) || continue
    kill "$pid" 2>/dev/null || continue
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  done
  exit 0
fi

mkdir -p "$dir"/{state,spool,log} /run/munge /var/log/munge /var/lib/munge
chown munge: /run/munge /var/log/munge /var/lib/munge
munge -n >/dev/null 2>&1 || su -s /bin/sh munge -c /usr/sbin/munged
cat >"$dir/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldPort=$3
SlurmdPort=$4
SlurmdSpoolDir=$dir/spool
StateSaveLocation=$dir/state
SlurmUser=root
SlurmdUser=root
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.log
JobRequeue=1
JobAcctGatherType=jobacct_gather/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$dir/slurm.conf
slurmctld
slurmd -N "$host"
for _ in $(seq 300); do
  if sinfo -h -o %t 2>/dev/null | grep -q idle; then
    echo "$SLURM_CONF"
    exit 0
  fi
  sleep 0.1
done
tail -n 5 "$dir"/log/*.log >&2
exit 1
