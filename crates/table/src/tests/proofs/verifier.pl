#!/usr/bin/env perl
# A second verifier, written from docs/fair-deal.md alone: the seeds, the chain of secrets, the terms, sections and the
# orders. It reads a list of cases as JSON and prints what doesn't agree. A case is a record, or one of `orders`
# in docs/fair-deal-vectors.json.
use strict;
use warnings;
use Digest::SHA qw(sha256 hmac_sha256);
use JSON::PP qw(decode_json);

sub labelled { my ($label, @parts) = @_; return sha256(join '', "boneyard-fair/1 $label\0", @parts); }
sub bytes { my ($hex) = @_; return pack 'H*', $hex; }

sub terms {
    my ($proof) = @_;
    my @seats = map { $_->{promise} } @{ $proof->{seats} };
    my @promises = map {
        $_ ? pack('C', 1) . bytes($_->{commitment}) . pack('N', $_->{head}{size}) . bytes($_->{head}{root}) : pack('C', 0)
    } @seats;
    my $begin = bytes($proof->{table}) . pack('N', $proof->{match}) . bytes($proof->{commitment}) . bytes($proof->{agreed});
    return labelled('terms', $begin, pack('C', scalar @seats), @promises);
}

# The matches whose seeds go into the orders, as [terms, seats], in their order.
sub matches {
    my ($proof) = @_;
    my @others = map { { %$_, commitment => $proof->{commitment} } } @{ $proof->{section} // [] };
    return sort { $a->[0] cmp $b->[0] } map { [terms($_), $_->{seats}] } $proof, @others;
}

my %purposes = (lots => 0, deal => 1);

sub order {
    my ($terms, $seeds, $secret, $round, $purpose, $attempt, $size) = @_;
    my $message = "boneyard-fair/1 order\0" . $terms;
    $message .= pack('N C N C', $round, $purposes{$purpose}, $attempt, $size) . join('', @$seeds);
    my ($block, @chance) = (0);
    my @things = 0 .. $size - 1;
    for (my $last = $size - 1; $last >= 1; $last--) {
        my ($mask) = grep { $_ >= $last } (1, 3, 7, 15, 31, 63, 127);
        my $place = $last + 1;
        while ($place > $last) {
            @chance = unpack('C*', hmac_sha256($message . pack('N', $block++), $secret)) if !@chance;
            $place = $mask & shift @chance;
        }
        @things[$last, $place] = @things[$place, $last];
    }
    return @things;
}

sub problems_of_shuffle {
    my ($case) = @_;
    my @seeds = map { bytes($_) } @{ $case->{seeds} };
    my @values = (bytes($case->{secret}), @$case{qw(round purpose attempt)}, $case->{things} // 28);
    my @made = order(bytes($case->{terms}), \@seeds, @values);
    return "@made" eq "@{ $case->{order} }" ? () : ('order');
}

sub problems_of_record {
    my ($proof) = @_;
    my ($expected, @seeds, @found) = (1);
    my @matches = matches($proof);
    for my $seat (grep { $_->{promise} } map { @{ $_->[1] } } @matches) {
        my $seed = bytes($seat->{seed} // '');
        push @found, 'seed' if labelled('seed', $seed) ne bytes($seat->{promise}{commitment});
        push @seeds, $seed;
    }
    my $terms = $matches[0][0];
    $terms = labelled('section', pack('N', scalar @matches), map { $_->[0] } @matches) if $proof->{section};
    for my $round (@{ $proof->{rounds} }) {
        my ($number, $secret) = ($round->{round}, bytes($round->{secret}));
        push @found, 'number' if $number != $expected++;
        my $head = $secret;
        $head = labelled('chain', $head) for 1 .. $number;
        push @found, 'secret' if $head ne bytes($proof->{commitment});
        my $size = @{ $round->{deals}[0] };
        for my $attempt (0 .. $#{ $round->{deals} }) {
            my @made = order($terms, \@seeds, $secret, $number, 'deal', $attempt, $size);
            push @found, 'deal' if "@made" ne "@{ $round->{deals}[$attempt] }";
        }
        next if !$round->{lots};
        my @made = order($terms, \@seeds, $secret, $number, 'lots', 0, $size);
        push @found, 'lots' if "@made" ne "@{ $round->{lots} }";
    }
    return @found;
}

local $/;
my ($number, $bad) = (0, 0);
for my $case (@{ decode_json(<STDIN>) }) {
    my @found = $case->{order} ? problems_of_shuffle($case) : problems_of_record($case->{fairness});
    print "case $number: @found\n" if @found;
    $bad++ if @found;
    $number++;
}
print "$number cases, $bad bad\n";
exit($bad ? 1 : 0);
