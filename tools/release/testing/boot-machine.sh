#!/bin/sh
# Boots the systemd of this machine a second time, in namespaces of its own, on a copy of the root folder that is kept
# in memory and dropped at the end. Arguments: an empty folder, and folders that the copy must not have.
set -e
folder=$1
shift
mount --make-rprivate /
mount -t tmpfs tmpfs "$folder"
mkdir "$folder/upper" "$folder/work" "$folder/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
cd "$folder/root"
for path in "$@"; do rm -rf ".$path"; done
# A start would empty /tmp, where the files to install may be.
mkdir -p etc/tmpfiles.d
ln -sf /dev/null etc/tmpfiles.d/tmp.conf

mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for device in null zero full random urandom tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done

pivot_root . mnt
umount -l /mnt
# Neither modules nor the clock, which the kernel has only once.
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  setpriv --bounding-set=-sys_module,-sys_time,-sys_rawio /lib/systemd/systemd --unit=basic.target --log-target=journal
