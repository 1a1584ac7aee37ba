#!/usr/bin/env perl
# A second verifier, written from docs/fair-deal.md alone: its secrets, seeds and shuffles. It
# reads a list of cases as JSON, records or shuffles, and prints what doesn't agree.
use strict;
use warnings;
use Digest::SHA qw(sha256 hmac_sha256);
use JSON::PP qw(decode_json);

sub labelled { my ($label, $bytes) = @_; return sha256("boneyard-fair/1 $label\0$bytes"); }

sub sorted {
    my ($size) = @_;
    my @tiles;
    for my $high (0 .. 9) { push @tiles, map { "$high-$_" } 0 .. $high; }
    shift @tiles if $size == 27;
    return @tiles[0 .. $size - 1];
}

sub shuffled {
    my ($case, $secret, $round, $purpose, $attempt, $size) = @_;
    my $message = "boneyard-fair/1 order\0" . pack('H32', $case->{table});
    $message .= pack('NNNCNCC', @$case{qw(first match)}, $round, $purpose, $attempt, $size, scalar @{ $case->{seats} });
    for my $seat (@{ $case->{seats} }) {
        my $content = $seat->{seed} // $seat->{commitment} // '';
        my $kind = defined $seat->{seed} ? 1 : defined $seat->{commitment} ? 2 : 0;
        $message .= pack('CC', $kind, length($content) / 2) . pack('H*', $content);
    }
    my ($blocks, @bytes) = (0);
    my @tiles = sorted($size);
    for my $last (reverse 1 .. $size - 1) {
        my $mask = 1;
        $mask = 2 * $mask + 1 while $mask < $last;
        my $place;
        do {
            @bytes = unpack 'C*', hmac_sha256($message . pack('N', $blocks++), pack('H64', $secret)) unless @bytes;
            $place = $mask & shift @bytes;
        } while $place > $last;
        @tiles[$last, $place] = @tiles[$place, $last];
    }
    return "@tiles";
}

sub problems {
    my ($case) = @_;
    return shuffled($case, @$case{qw(secret round purpose attempt tiles)}) eq "@{ $case->{order} }" ? () : ('order')
        if $case->{order};
    my ($proof, @found) = ($case->{fairness});
    for my $seat (@{ $proof->{seats} }) {
        next unless defined $seat->{seed};
        push @found, 'seed' if unpack('H*', labelled('seed', pack 'H64', $seat->{seed})) ne $seat->{commitment};
    }
    my $expected = 1;
    for my $round (@{ $proof->{rounds} }) {
        push @found, 'number' if $round->{round} != $expected++;
        my $secret = pack 'H64', $round->{secret};
        $secret = labelled('chain', $secret) for 1 .. $proof->{first} + $round->{round} - 1;
        push @found, 'secret' if unpack('H*', $secret) ne $proof->{commitment};
        my @from = ($proof, $round->{secret}, $round->{round});
        my ($attempt, $size) = (0, scalar @{ $round->{deals}[0] });
        for my $deal (@{ $round->{deals} }) {
            push @found, 'deal' if shuffled(@from, 1, $attempt++, $size) ne "@$deal";
        }
        next unless $round->{lots};
        my $lots = join ' ', (split / /, shuffled(@from, 0, 0, $size))[0 .. $#{ $proof->{seats} }];
        push @found, 'lots' if $lots ne "@{ $round->{lots} }";
    }
    return @found;
}

local $/;
my ($number, $bad) = (0, 0);
for my $case (@{ decode_json(<STDIN>) }) {
    my @found = problems($case);
    print "case $number: @found\n" if @found;
    $bad++ if @found;
    $number++;
}
print "$number cases, $bad bad\n";
exit($bad ? 1 : 0);
