# SPDX-License-Identifier: BSD-3-Clause
# Homebrew on Linux, from the tar file of ./dev package. Untried: put the place and the digest of your file in.
class Mbsrun < Formula
  desc "Declarative simulator of multibody systems"
  url "file:///PLACE/mbsrun-0.2.0-linux-x86_64.tar.gz"
  sha256 "DIGEST"
  license "BSD-3-Clause"
  depends_on arch: :x86_64
  depends_on :linux

  def install
    prefix.install Dir["*"]
  end

  test do
    system bin/"mbsrun", "selftest"
  end
end
