# SPDX-License-Identifier: BSD-3-Clause
"""A Slurm on the loopback interface: munged, slurmctld and one or two slurmd, each a node with a
host name of its own, all in a folder of their own, gone when the test is, however it ends."""

import ctypes
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "srun", "sinfo")
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
CredType=cred/munge
SlurmctldPort={ports[0]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
{nodes}
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""

NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} State=UNKNOWN"
# A slurmd that believes to be on another host.
ELSEWHERE = ["unshare", "--uts", "--fork", "--kill-child", "sh", "-c", 'hostname "$0" && exec "$@"']


PATIENCE = 3000  # s; what has not come then hangs, on the busiest machine


class CannotRun(Exception):
    """A daemon of Slurm has ended by itself, and why."""


def can_be_elsewhere():
    try:
        return subprocess.run([*ELSEWHERE, "node", "true"], capture_output=True,
                              check=False).returncode == 0
    except OSError:
        return False


def missing():
    """Why there can be no Slurm here; None: there can."""
    if os.geteuid() != 0:
        return "this is not root, as whom its daemons run"
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    gone = [name for name in PROGRAMS if not shutil.which(name, path=path)]
    return f"not installed: {' '.join(gone)} (./dev setup --all installs them)" if gone else None


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


class Slurm:
    """environment: what clients need. Raises RuntimeError with the logs when it does not start."""

    def __init__(self, nodes=1):
        self.nodes = nodes
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mbsrun-slurm-"))
        self.folder.chmod(0o755)  # clients reach the socket of munge through it
        self.environment = {"PATH": os.environ["PATH"] + ":/usr/sbin:/sbin",
                            "SLURM_CONF": str(self.folder / "slurm.conf"), "HOME": "/"}
        self.daemons = []
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    def start(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        host = socket.gethostname().split(".")[0]
        ports = free_ports(1 + self.nodes)
        names = [f"node{k}" for k in range(self.nodes)]
        for name in ("state", *(f"spool-{name}" for name in names)):
            (self.folder / name).mkdir()
        nodes = [NODE.format(name=name, host=host if self.nodes == 1 else name, port=port,
                             cpus=2 // self.nodes) for name, port in zip(names, ports[1:])]
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            folder=self.folder, ports=ports, host=host, nodes="\n".join(nodes)))
        self.daemon("munged", "--foreground", f"--key-file={key}", "--num-threads=2",
                    f"--socket={self.folder}/munge.sock", f"--log-file={self.folder}/munge.log",
                    f"--pid-file={self.folder}/munged.pid",
                    f"--seed-file={self.folder}/munge.seed")
        self.wait(lambda: (self.folder / "munge.sock").exists(), "munged")
        self.daemon("slurmctld", "-D")
        self.wait(lambda: self.client("scontrol", "ping").returncode == 0, "slurmctld")
        for name in names:
            elsewhere = [*ELSEWHERE, name] if self.nodes > 1 else []
            self.daemon(*elsewhere, "slurmd", "-D", "-N", name)
        self.wait(lambda: self.client("sinfo", "-h", "-N", "-o", "%T").stdout.split()
                  == ["idle"] * self.nodes, "slurmd")

    def daemon(self, *command):
        with open(self.folder / f"{command[0]}-{len(self.daemons)}.log", "wb") as log:
            self.daemons.append(subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self.folder, preexec_fn=die_with_parent))

    def client(self, *command, **options):
        return subprocess.run(command, text=True, capture_output=True, timeout=PATIENCE, check=False,
                              env=self.environment, **options)

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            for number, daemon in enumerate(self.daemons):
                if daemon.poll() is not None:
                    log = next(self.folder.glob(f"*-{number}.log")).read_text().strip().splitlines()
                    raise CannotRun(f"{' '.join(map(str, daemon.args))} has ended: {'; '.join(log[-3:])}")
            if time.monotonic() > end:
                logs = "".join(f"{path.name}:\n{path.read_text()[-2000:]}\n"
                               for path in sorted(self.folder.glob("*.log")))
                raise RuntimeError(f"{what} is not there after {PATIENCE} s\n{logs}")
            time.sleep(0.05)

    def queue(self):
        """What is waiting or running: job numbers and states."""
        return self.client("squeue", "-h", "-o", "%i %T").stdout.split("\n")[:-1]

    def wait_until_empty(self):
        self.wait(lambda: not self.queue(), "an empty queue")

    def stop(self):
        self.client("scancel", "--user=root") if len(self.daemons) > 2 else None
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in reversed(self.daemons):
            try:
                daemon.wait(5)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
